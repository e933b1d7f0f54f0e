import { DownloadOutlined, ShopOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { downloadStoreTransactions } from '#contract/calls/purchases.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { TableFailure } from '#src/components/retry/table-failure.tsx';
import { Skeleton } from '#src/components/skeleton/skeleton.tsx';
import { useDownload } from '#src/hooks/use-download.ts';
import styles from './patient-search.module.css';
import { type Stores, storeName } from './use-stores.ts';

interface StoreBarProps extends Omit<Stores, 'options' | 'isMissing' | 'choose'> {
  readonly onChoose: () => void;
}

/** The selected store, with the buttons to change it and to download its transactions (§2). */
export function StoreBar({ isEmpty, selected, isLoading, onRetry, onChoose }: StoreBarProps) {
  const translate = useTranslate();
  const { download, isDownloading } = useDownload(downloadStoreTransactions);

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
        <ActionButton
          icon={<DownloadOutlined aria-hidden />}
          disabled={!selected}
          loading={isDownloading}
          onClick={() => {
            if (selected) void download({ params: { storeId: selected.storeId } });
          }}
        >
          {translate('patients:store.transactions')}
        </ActionButton>
      </div>
    </section>
  );
}
