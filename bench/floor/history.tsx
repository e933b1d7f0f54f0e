import { FilePdfOutlined, ShoppingCartOutlined, UndoOutlined } from '@ant-design/icons';
import '@ant-design/v5-patch-for-react-19';
import { useTable } from '@refinedev/antd';
import { useForm } from '@refinedev/react-hook-form';
import { Button, Input, Table, Tag } from 'antd';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

interface Purchase {
  readonly purchaseId: number;
  readonly createTime: string;
  readonly itemsAmount: number;
  readonly status: string;
  readonly patient: { readonly firstName: string; readonly lastName: string };
  readonly business: { readonly companyName: string };
}

const euro = new Intl.NumberFormat('it-IT', { style: 'currency', currency: 'EUR' });
const instant = new Intl.DateTimeFormat('it-IT', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Europe/Rome' });

const ACTIONS = [
  { key: 'receipt', icon: <FilePdfOutlined />, text: undefined },
  { key: 'cancel', icon: <UndoOutlined />, text: 'Storna' },
  { key: 'recreate', icon: <ShoppingCartOutlined />, text: undefined },
];

/** A minimal page with the columns and cells of the portal's purchase history. */
export default function History() {
  const { t } = useTranslation();
  const { control } = useForm({ refineCoreProps: { resource: 'purchases', action: 'create' } });
  const { tableProps } = useTable<Purchase>({ resource: 'purchases', pagination: { pageSize: 20 } });
  return (
    <main>
      <h1>{t('title')}</h1>
      <Controller name="search" control={control} render={({ field }) => <Input {...field} />} />
      <Table<Purchase>
        {...tableProps}
        size="small"
        rowKey="purchaseId"
        expandable={{ expandedRowRender: ({ purchaseId }) => purchaseId }}
      >
        <Table.Column<Purchase>
          title={t('column.date')}
          render={(_, { createTime }) => instant.format(new Date(createTime))}
        />
        <Table.Column<Purchase>
          title={t('column.patient')}
          render={(_, { patient }) => `${patient.firstName} ${patient.lastName}`}
        />
        <Table.Column<Purchase> title={t('column.business')} render={(_, { business }) => business.companyName} />
        <Table.Column<Purchase>
          title={t('column.total')}
          align="end"
          render={(_, { itemsAmount }) => euro.format(itemsAmount)}
        />
        <Table.Column<Purchase> title={t('column.status')} render={(_, { status }) => <Tag>{status}</Tag>} />
        {ACTIONS.map(({ key, icon, text }) => (
          <Table.Column<Purchase>
            key={key}
            title={t(`column.${key}`)}
            render={(_, { purchaseId }) => (
              <Button type="text" icon={icon} aria-label={t(`${key}Of`, { id: purchaseId })}>
                {text}
              </Button>
            )}
          />
        ))}
      </Table>
    </main>
  );
}
