import { DownloadOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Select } from 'antd';
import { useId } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { downloadImportTemplate, uploadImport } from '#contract/calls/admin/imports.ts';
import { IMPORT_FILE_LIMIT, IMPORT_KINDS, type ImportKind } from '#contract/entities/admin/import.ts';
import type { Id } from '#contract/wire.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { FieldError } from '#src/components/field-error/field-error.tsx';
import { useCommand } from '#src/hooks/use-command.ts';
import { useDownload } from '#src/hooks/use-download.ts';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { toApiError } from '#src/providers/http/api-error.ts';
import styles from './imports.module.css';

interface Values {
  readonly kind: ImportKind;
  readonly files: FileList | null;
}

/** What a file holds, and the file. */
export function UploadForm({ onSent }: { readonly onSent: (importId: Id) => void }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const id = useId();
  const { control, register, handleSubmit, resetField, setError, formState } = useForm<Values>({
    defaultValues: { kind: 'patients', files: null },
  });
  const upload = useCommand(uploadImport);
  const template = useDownload(downloadImportTemplate);
  const kind = useWatch({ control, name: 'kind' });
  const problem = formState.errors.files?.message;

  async function send({ files }: Values): Promise<void> {
    const file = files?.[0];
    if (file === undefined) {
      setError('files', { message: translate('admin-imports:fileMissing') });
      return;
    }
    // A proxy in front may cut off what is too large, and say nothing that a portal understands.
    if (file.size > IMPORT_FILE_LIMIT) {
      setError('files', { message: translate('admin-imports:reason.TOO_LARGE') });
      return;
    }
    try {
      const { row } = await upload.run({ params: { kind }, body: { file } });
      resetField('files');
      onSent(row.importId);
    } catch (thrown) {
      const error = toApiError(thrown);
      if (!error.shown) setError('files', { message: errorText(error) });
    }
  }

  return (
    <form
      className={styles.form}
      aria-label={translate('admin-imports:new')}
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      <div className={styles.field}>
        <label htmlFor={`${id}-kind`}>{translate('admin-imports:kind')}</label>
        <Controller
          control={control}
          name="kind"
          render={({ field }) => (
            <Select<ImportKind>
              {...field}
              id={`${id}-kind`}
              virtual={false}
              options={IMPORT_KINDS.map((value) => ({ value, label: translate(`admin-imports:kinds.${value}`) }))}
            />
          )}
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-file`}>{translate('admin-imports:file')}</label>
        <input
          {...register('files')}
          id={`${id}-file`}
          type="file"
          accept=".csv,.xlsx,text/csv"
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
        />
        <FieldError id={`${id}-problem`} text={problem} />
      </div>
      <div className={styles.buttons}>
        <ActionButton type="primary" htmlType="submit" loading={upload.isRunning}>
          {translate('admin-imports:send')}
        </ActionButton>
        <ActionButton
          icon={<DownloadOutlined aria-hidden />}
          loading={template.isDownloading}
          onClick={() => void template.download({ params: { kind } })}
        >
          {translate('admin-imports:template')}
        </ActionButton>
      </div>
    </form>
  );
}
