import { FolderOpenOutlined, InboxOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Progress, Select, Upload } from 'antd';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import {
  downloadImports,
  downloadImportTemplate,
  IMPORT_FILE_LIMIT,
  IMPORT_KINDS,
  type ImportKind,
  type ImportRun,
  searchImports,
} from '#contract/admin/imports.ts';
import type { Id } from '#contract/wire.ts';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { ControlledField } from '#src/components/form/form-field.tsx';
import screens from '#src/components/layout/screens.module.css';
import { useNavigationKey } from '#src/components/url-state.ts';
import { titled } from '#src/components/table/column.ts';
import { ExportButtons, ListExport } from '#src/components/table/export-buttons.tsx';
import { TableSection } from '#src/components/table/table-section.tsx';
import { toApiError } from '#src/providers/api/api-error.ts';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';
import { ImportFile } from './import-file.tsx';
import styles from './administration.module.css';
import { type Sending, useSending } from './use-sending.ts';

const NOTHING: { readonly kind: ImportKind; readonly file: File | null } = { kind: 'patients', file: null };

function useLabel() {
  const translate = useTranslate();
  return (key: string, options: object = {}) => translate(`admin-imports:${key}`, options);
}

function UploadForm({ sending }: { readonly sending: Sending }) {
  const label = useLabel();
  const errorText = useErrorText();
  const { control, handleSubmit, resetField, setError, clearErrors } = useForm({ defaultValues: NOTHING });
  const kind = useWatch({ control, name: 'kind' });
  const [chosen, setChosen] = useState(0);
  const refuse = (message: string) => setError('file', { message });

  async function send({ file }: typeof NOTHING): Promise<void> {
    if (file === null) {
      refuse(label('fileMissing'));
      return;
    }
    // A proxy may reject a large file with a response that the portal does not understand.
    if (file.size > IMPORT_FILE_LIMIT) {
      refuse(label('reason.TOO_LARGE'));
      return;
    }
    try {
      await sending.send({ kind, file });
      resetField('file');
      setChosen(chosen + 1);
    } catch (thrown) {
      const error = toApiError(thrown);
      if (!error.shown) refuse(errorText(error));
    }
  }

  return (
    <form className={styles.upload} aria-label={label('new')} onSubmit={(event) => void handleSubmit(send)(event)}>
      <ControlledField control={control} name="kind" label={label('kind')}>
        {(input) => (
          <Select<ImportKind>
            {...input}
            virtual={false}
            options={IMPORT_KINDS.map((value) => ({ value, label: label(`kinds.${value}`) }))}
          />
        )}
      </ControlledField>
      <ControlledField control={control} name="file" label={label('file')}>
        {({ id, value, onChange, 'aria-describedby': describedBy }) => (
          <Upload.Dragger
            key={chosen}
            id={id}
            accept=".csv,.xlsx,.txt,text/csv"
            maxCount={1}
            fileList={value ? [{ uid: value.name, name: value.name, status: 'done' }] : []}
            aria-describedby={describedBy}
            beforeUpload={(file) => {
              clearErrors('file');
              onChange(file);
              // The portal's own client sends the file.
              return false;
            }}
            onRemove={() => onChange(null)}
          >
            <InboxOutlined aria-hidden className={styles.inbox} />
            <p>{label('drop')}</p>
          </Upload.Dragger>
        )}
      </ControlledField>
      {sending.percent !== null && (
        <div className={styles.buttons}>
          <Progress percent={sending.percent} aria-label={label('sending')} />
        </div>
      )}
      <div className={styles.buttons}>
        <ActionButton type="primary" htmlType="submit" loading={sending.percent !== null}>
          {label('send')}
        </ActionButton>
        <ExportButtons
          call={downloadImportTemplate}
          label={label('template')}
          excelLabel={label('templateExcel')}
          onExport={(begin) => begin({ params: { kind } })}
        />
      </div>
    </form>
  );
}

interface RecentFilesProps {
  readonly recent: ReturnType<typeof useCallQuery<typeof searchImports>>;
  readonly onOpen: (importId: Id) => void;
}

function RecentFiles({ recent: { data, isLoading, onRetry }, onOpen }: RecentFilesProps) {
  const label = useLabel();
  const columns = titled<ImportRun>(label, [
    { kind: 'date', key: 'time', shows: 'instant', value: ({ createTime }) => createTime },
    { kind: 'text', key: 'kind', value: ({ kind }) => label(`kinds.${kind}`) },
    { kind: 'text', key: 'name', value: ({ fileName }) => fileName },
    { kind: 'text', key: 'facts.state', value: ({ state }) => label(`state.${state}`) },
    { kind: 'number', key: 'counted.created', value: ({ created }) => created },
    { kind: 'number', key: 'counted.changed', value: ({ changed }) => changed },
    { kind: 'number', key: 'counted.refused', value: ({ refused }) => refused },
    {
      kind: 'action',
      key: 'open',
      label: ({ fileName }) => label('openOf', { name: fileName }),
      icon: <FolderOpenOutlined aria-hidden />,
      text: label('open'),
      onAction: ({ importId }) => onOpen(importId),
    },
  ]);
  return (
    <TableSection
      label={label('recent')}
      tools={<ListExport call={downloadImports} input={{ query: {} }} />}
      columns={columns}
      rowKey={({ importId }) => String(importId)}
      tableProps={{ dataSource: data?.rows ?? [], loading: isLoading }}
      showsAll
      emptyText={label('none')}
      onRetry={onRetry}
    />
  );
}

const STEPS = ['file', 'columns', 'check', 'import'] as const;

/** The step that a file is at. */
function stepOf(row: ImportRun | undefined, isSending: boolean): number {
  if (!row || isSending) return 0;
  if (row.state === 'RUNNING' || row.state === 'DONE') return STEPS.indexOf('import');
  const isUnclear = row.failure?.reason === 'COLUMN_MISSING' || row.failure?.reason === 'COLUMN_REPEATED';
  return STEPS.indexOf(isUnclear || row.state === 'RECEIVING' ? 'columns' : 'check');
}

/** Where a file stands on its way. */
function ImportSteps({ row, isSending }: { readonly row: ImportRun | undefined; readonly isSending: boolean }) {
  const label = useLabel();
  const current = stepOf(row, isSending);
  return (
    <ol className={styles.steps} aria-label={label('steps.label')}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={index < current || row?.state === 'DONE' ? styles.past : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          {label(`steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}

const SHOWN_FILES = 10;

/** The user sends a file; the server checks it and then imports it, even if the user leaves. */
function Imports() {
  const translate = useTranslate();
  const [openId, setOpenId] = useState<Id>();
  const recent = useCallQuery(searchImports, { query: { page: 0, size: SHOWN_FILES } }, { alerts: 'expiry-only' });
  const refresh = () => void recent.refetch();
  const show = (importId: Id | undefined) => {
    setOpenId(importId);
    refresh();
  };
  const sending = useSending(show);
  const isSending = sending.percent !== null;
  return (
    <div className={screens.screen}>
      <h1>{translate('admin:menu.imports')}</h1>
      <ImportSteps row={recent.data?.rows.find(({ importId }) => importId === openId)} isSending={isSending} />
      <UploadForm sending={sending} />
      {openId !== undefined && (
        <ImportFile
          key={openId}
          importId={openId}
          isSending={isSending}
          resending={sending.resendOf(openId)}
          onStateChange={refresh}
          onDeleted={() => show(undefined)}
        />
      )}
      <RecentFiles recent={recent} onOpen={setOpenId} />
    </div>
  );
}

/** Importazioni: files with a region's existing data. */
export function Component() {
  return <Imports key={useNavigationKey()} />;
}
