import { DownloadOutlined, ShopOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button, Skeleton } from 'antd';
import { type Ref, useState } from 'react';
import { downloadStoreTransactions } from '#contract/calls/purchases.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { TableFailure } from '#src/components/data-table/table-failure.tsx';
import { useDownload } from '#src/hooks/use-download.ts';
import { selectStore } from '#src/providers/session/selected-store.ts';
import styles from './store-bar.module.css';
import { StoreDialog } from './store-dialog.tsx';
import { storeName } from './store-name.ts';
import type { Stores } from './use-stores.ts';

interface StoreBarProps extends Stores {
  /** The button that opens the choice, where a missing store sends the focus. */
  readonly chooseButton: Ref<HTMLButtonElement>;
  /** A store has been chosen, and its dialog has gone. */
  readonly onChosen: () => void;
}

/** The store that sells, with the buttons to change it and to download its transactions (§2). */
export function StoreBar({ stores, selected, isLoading, onRetry, chooseButton, onChosen }: StoreBarProps) {
  const translate = useTranslate();
  const [isChoosing, setIsChoosing] = useState(false);
  const { download, isDownloading } = useDownload(downloadStoreTransactions);

  if (onRetry) return <TableFailure onRetry={onRetry} />;
  if (isLoading) return <Skeleton.Input active block />;

  const missing = stores.length === 0 ? 'patients:store.none' : 'patients:store.choose';
  return (
    <section className={styles.bar} aria-label={translate('patients:store.label')}>
      <ShopOutlined className={styles.icon} aria-hidden />
      <p className={styles.store}>
        <span className={styles.label}>{translate('patients:store.label')}</span>
        <strong>{selected ? storeName(selected) : translate(missing)}</strong>
      </p>
      <div className={styles.actions}>
        <Button
          ref={chooseButton}
          type={selected ? 'default' : 'primary'}
          disabled={stores.length === 0}
          onClick={() => setIsChoosing(true)}
        >
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
      <StoreDialog
        isOpen={isChoosing}
        stores={stores}
        selectedId={selected?.storeId}
        onClose={() => setIsChoosing(false)}
        onChosen={onChosen}
        onChoose={(storeId) => {
          selectStore(storeId);
          setIsChoosing(false);
        }}
      />
    </section>
  );
}
