import { useTranslate } from '@refinedev/core';
import { Select } from 'antd';
import { useForm } from 'react-hook-form';
import type { ImportRun } from '#contract/admin/imports.ts';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { ControlledField } from '#src/components/form/form-field.tsx';
import styles from './administration.module.css';
import { useImportWords } from './use-import-words.ts';
import type { ColumnMapping } from './use-sending.ts';

interface ColumnMappingFormProps {
  readonly row: ImportRun;
  readonly isSending: boolean;
  /** The meanings that the file was sent with. */
  readonly known: ColumnMapping;
  readonly onSend: (further: ColumnMapping) => void;
}

type Fields = Readonly<Record<string, string | undefined>>;

/** The columns of a file with unknown names, with a select for the meaning of each. */
export function ColumnMappingForm({ row, isSending, known, onSend }: ColumnMappingFormProps) {
  const translate = useTranslate();
  const { fieldName } = useImportWords();
  const { control, handleSubmit } = useForm<Fields>();
  const { columns, ignoredColumns, freeColumns = [] } = row;
  const unknown = columns
    .map((name, index) => ({ name, place: index + 1 }))
    .filter(({ name, place }) => ignoredColumns.includes(name) && !known.has(place));
  const options = freeColumns.map((value) => ({ value, label: fieldName(value) }));

  function send(fields: Fields): void {
    const given = unknown.flatMap(({ place }) => {
      const meaning = fields[`c${place}`];
      return meaning === undefined ? [] : [[place, meaning] as const];
    });
    if (given.length > 0) onSend(new Map(given));
  }

  return (
    <form
      className={styles.meanings}
      aria-label={translate('admin-imports:meanings')}
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      <h3>{translate('admin-imports:meanings')}</h3>
      <div className={styles.columns}>
        {unknown.map(({ name, place }) => (
          <ControlledField
            key={place}
            control={control}
            name={`c${place}`}
            label={translate('admin-imports:meaningOf', { name })}
          >
            {({ value, ...input }) => (
              <Select<string> {...input} allowClear virtual={false} value={value ?? null} options={options} />
            )}
          </ControlledField>
        ))}
      </div>
      <ActionButton htmlType="submit" loading={isSending}>
        {translate('admin-imports:sendAgain')}
      </ActionButton>
    </form>
  );
}
