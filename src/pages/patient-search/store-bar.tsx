import { ShopOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { downloadStoreTransactions } from '#contract/calls/purchases.ts';
import { ExportButtons } from '#src/components/export-buttons/export-buttons.tsx';
import { TableFailure } from '#src/components/retry/table-failure.tsx';
import { Skeleton } from '#src/components/skeleton/skeleton.tsx';
import styles from './patient-search.module.css';
import { type Stores, storeName } from './use-stores.ts';

interface StoreBarProps extends Omit<Stores, 'options' | 'isMissing' | 'choose'> {
  readonly onChoose: () => void;
}

/** The selected store, with the buttons to change it and to download its transactions (§2). */
export function StoreBar({ isEmpty, selected, isLoading, onRetry, onChoose }: StoreBarProps) {
  const translate = useTranslate();

  if (onRetry) return <TableFailure onRetry={onRetry} />;
  if (isLoading) {
    return (
      <div className={styles.waiting}>
        <Skeleton rows={1} />
      </div>
    );
  }

  const missing = isEmpty ? 'patients:store.none' : 'patients:store.choose';
  return (
    <section className={styles.bar} aria-label={translate('patients:store.label')}>
      <ShopOutlined className={styles.icon} aria-hidden />
      <p className={styles.store}>
        <span className={styles.label}>{translate('patients:store.label')}</span>
        <strong>{selected ? storeName(selected) : translate(missing)}</strong>
      </p>
      <div className={styles.actions}>
        <Button type={selected ? 'default' : 'primary'} disabled={isEmpty} onClick={onChoose}>
          {translate(selected ? 'patients:store.change' : 'patients:store.choose')}
        </Button>
        <ExportButtons
          call={downloadStoreTransactions}
          label={translate('patients:store.transactions')}
          excelLabel={translate('patients:store.transactionsExcel')}
          disabled={!selected}
          onExport={(begin) => {
            if (selected) begin({ params: { storeId: selected.storeId } });
          }}
        />
      </div>
    </section>
  );
}
