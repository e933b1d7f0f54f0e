import { InboxOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Progress, Select, Upload } from 'antd';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { downloadImportTemplate } from '#contract/calls/admin/imports.ts';
import { IMPORT_FILE_LIMIT, IMPORT_KINDS, type ImportKind } from '#contract/entities/admin/import.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { ExportButtons } from '#src/components/export-buttons/export-buttons.tsx';
import { FormField } from '#src/components/fields/form-field.tsx';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { toApiError } from '#src/providers/http/api-error.ts';
import styles from './imports.module.css';
import type { Sending } from './use-sending.ts';

interface Values {
  readonly kind: ImportKind;
  readonly file: File | null;
}

export function UploadForm({ sending }: { readonly sending: Sending }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { control, handleSubmit, resetField, setError, clearErrors } = useForm<Values>({
    defaultValues: { kind: 'patients', file: null },
  });
  const kind = useWatch({ control, name: 'kind' });
  const [chosen, setChosen] = useState(0);

  async function send({ file }: Values): Promise<void> {
    if (file === null) {
      setError('file', { message: translate('admin-imports:fileMissing') });
      return;
    }
    // A proxy may reject a large file with a response that the portal does not understand.
    if (file.size > IMPORT_FILE_LIMIT) {
      setError('file', { message: translate('admin-imports:reason.TOO_LARGE') });
      return;
    }
    try {
      await sending.send({ kind, file });
      resetField('file');
      setChosen(chosen + 1);
    } catch (thrown) {
      const error = toApiError(thrown);
      if (!error.shown) setError('file', { message: errorText(error) });
    }
  }

  return (
    <form
      className={styles.form}
      aria-label={translate('admin-imports:new')}
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      <Controller
        control={control}
        name="kind"
        render={({ field }) => (
          <FormField label={translate('admin-imports:kind')}>
            {(input) => (
              <Select<ImportKind>
                {...field}
                {...input}
                virtual={false}
                options={IMPORT_KINDS.map((value) => ({ value, label: translate(`admin-imports:kinds.${value}`) }))}
              />
            )}
          </FormField>
        )}
      />
      <Controller
        control={control}
        name="file"
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <FormField label={translate('admin-imports:file')} error={error?.message}>
            {({ id, 'aria-describedby': describedBy }) => (
              <Upload.Dragger
                key={chosen}
                id={id}
                accept=".csv,.xlsx,.ods,.txt,text/csv"
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
                <p>{translate('admin-imports:drop')}</p>
              </Upload.Dragger>
            )}
          </FormField>
        )}
      />
      {sending.percent !== null && (
        <div className={styles.buttons}>
          <Progress percent={sending.percent} aria-label={translate('admin-imports:sending')} />
        </div>
      )}
      <div className={styles.buttons}>
        <ActionButton type="primary" htmlType="submit" loading={sending.percent !== null}>
          {translate('admin-imports:send')}
        </ActionButton>
        <ExportButtons
          call={downloadImportTemplate}
          label={translate('admin-imports:template')}
          excelLabel={translate('admin-imports:templateExcel')}
          onExport={(begin) => begin({ params: { kind } })}
        />
      </div>
    </form>
  );
}
