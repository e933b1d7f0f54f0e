import { useTranslate } from '@refinedev/core';
import { useState } from 'react';
import { searchImports } from '#contract/calls/admin/imports.ts';
import type { Id } from '#contract/wire.ts';
import { useCallQuery } from '#src/hooks/use-call-query.ts';
import { ImportFile } from './import-file.tsx';
import styles from './imports.module.css';
import { RecentFiles } from './recent-files.tsx';
import { UploadForm } from './upload-form.tsx';
import { useSending } from './use-sending.ts';

const SHOWN_FILES = 10;

/** The user sends a file; the server checks it and then imports it, even if the user leaves. */
export function Imports() {
  const translate = useTranslate();
  const [openId, setOpenId] = useState<Id>();
  const recent = useCallQuery(searchImports, { query: { page: 0, size: SHOWN_FILES } }, { alerts: 'expiry-only' });
  const refresh = () => void recent.refetch();
  const sending = useSending((importId) => {
    setOpenId(importId);
    refresh();
  });
  return (
    <div className={styles.screen}>
      <h1>{translate('admin:menu.imports')}</h1>
      <UploadForm sending={sending} />
      {openId !== undefined && (
        <ImportFile
          key={openId}
          importId={openId}
          isSending={sending.percent !== null}
          resending={sending.resendOf(openId)}
          onStateChange={refresh}
          onDeleted={() => {
            setOpenId(undefined);
            refresh();
          }}
        />
      )}
      <RecentFiles rows={recent.data?.rows} isLoading={recent.isLoading} onRetry={recent.onRetry} onOpen={setOpenId} />
    </div>
  );
}
