import { FilterOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import type { CartItem } from '#contract/calls/carts.ts';
import type { Purchase } from '#contract/calls/purchases.ts';
import type { PurchasePatient } from '#contract/entities/patient.ts';
import { formatInstant } from '#contract/rules/dates.ts';
import { Fact, Facts } from '#src/components/display/facts.tsx';
import { nameOrFiscalCode } from '#src/components/display/patient.ts';
import { titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import styles from './purchases.module.css';

/** Which purchase a dialog asks about: number, date as dd/MM/yyyy HH:mm:ss in Europe/Rome, patient and total. */
export function PurchaseFacts({ of: { purchaseId, createTime, itemsAmount, patient } }: { readonly of: Purchase }) {
  const translate = useTranslate();
  return (
    <Facts
      facts={{
        [translate('purchases:detail.number')]: String(purchaseId),
        [translate('purchases:column.date')]: formatInstant(new Date(createTime)),
        [translate('purchases:column.patient')]: nameOrFiscalCode(patient),
      }}
      amounts={{ [translate('purchases:column.total')]: itemsAmount }}
    />
  );
}

interface PurchaseDetailsProps {
  readonly purchase: Purchase;
  /** Shows the purchases of its patient alone. */
  readonly onPatient?: ((patient: PurchasePatient) => void) | undefined;
}

/** The details of a purchase: lines, store, voucher and AMC order. Missing ones are hidden. */
export function PurchaseDetails({ purchase, onPatient }: PurchaseDetailsProps) {
  const { purchaseId, patient, items, store, voucher, amcOrderId } = purchase;
  const translate = useTranslate();
  const facts = [
    ['number', purchaseId],
    ['store', store?.name ?? store?.storeId],
    ['voucher', voucher?.code],
    ['amcOrder', amcOrderId],
  ] as const;
  const title = (key: string) => translate(`purchases:detail.${key}`);
  const columns = titled<CartItem>(title, [
    { kind: 'text', key: 'product', value: ({ product }) => product.name },
    { kind: 'text', key: 'ean', value: ({ product }) => product.ean1 },
    { kind: 'number', key: 'quantity', value: ({ quantity }) => quantity },
    { kind: 'currency', key: 'unitPrice', shows: 'unitPrice', value: ({ pricePerUnit }) => pricePerUnit },
    { kind: 'currency', key: 'total', value: ({ totalPrice }) => totalPrice },
  ]);
  return (
    <div className={styles.details}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => value !== undefined && <Fact key={name} label={title(name)} value={value} />)}
      </dl>
      {onPatient && patient?.patientId !== undefined && (
        <div>
          <Button size="small" icon={<FilterOutlined aria-hidden />} onClick={() => onPatient(patient)}>
            {translate('purchases:detail.ofPatient')}
          </Button>
        </div>
      )}
      {items.length > 0 && (
        <DataTable
          label={translate('purchases:detail.lines', { id: purchaseId })}
          columns={columns}
          rowKey={({ product }) => String(product.productId)}
          tableProps={{ dataSource: items }}
          showsAll
        />
      )}
    </div>
  );
}
