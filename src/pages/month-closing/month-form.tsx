import { useList, useTranslate } from '@refinedev/core';
import type { AdminAsl } from '#contract/entities/admin/asl.ts';
import { FormField } from '#src/components/fields/form-field.tsx';
import { MonthField } from '#src/components/fields/month-field.tsx';
import { RetryLine } from '#src/components/retry/retry-line.tsx';
import { Typeahead } from '#src/components/fields/typeahead.tsx';
import styles from './month-closing.module.css';

interface AslFieldProps {
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

function AslField({ value, onChange }: AslFieldProps) {
  const translate = useTranslate();
  // Not `useSelect`, as in useStoreOptions.
  const { query, result } = useList<AdminAsl>({ resource: 'admin-asl', pagination: { pageSize: 1000 } });
  const options = result.data.map(({ aslId, name }) => ({ value: String(aslId), label: name }));
  // While the names load the id is hidden.
  const isKnown = options.some((option) => option.value === value) || query.isSuccess;
  return (
    <FormField label={translate('month-closing:asl')}>
      {(input) => (
        <>
          <Typeahead
            {...input}
            options={options}
            value={isKnown ? value : undefined}
            isLoading={query.isLoading}
            onChange={(chosen) => onChange(String(chosen))}
          />
          {query.isError && <RetryLine onRetry={() => void query.refetch()} />}
        </>
      )}
    </FormField>
  );
}

interface MonthFormProps {
  readonly choosesAsl: boolean;
  readonly aslId: string | undefined;
  readonly month: string;
  readonly onChoose: (chosen: { readonly aslId?: string; readonly month?: string }) => void;
}

export function MonthForm({ choosesAsl, aslId, month, onChoose }: MonthFormProps) {
  const translate = useTranslate();
  return (
    <div className={styles.form}>
      {choosesAsl && <AslField value={aslId} onChange={(chosen) => onChoose({ aslId: chosen })} />}
      <MonthField
        label={translate('month-closing:month')}
        value={month}
        onChange={(chosen) => onChoose({ month: chosen })}
      />
    </div>
  );
}
