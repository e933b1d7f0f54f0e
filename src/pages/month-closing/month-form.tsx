import { useSelect } from '@refinedev/antd';
import { useTranslate } from '@refinedev/core';
import { useId } from 'react';
import type { AdminAsl } from '#contract/entities/admin/asl.ts';
import { addDays, formatMonth, monthOf, romeDay } from '#contract/rules/dates.ts';
import { RetryLine } from '#src/components/retry-line/retry-line.tsx';
import { Typeahead, type TypeaheadOption } from '#src/components/typeahead/typeahead.tsx';
import styles from './month-closing.module.css';

/** Years that may be chosen from; an older month may stand in the address. */
const MONTHS = 36;

interface FieldProps<Value> {
  readonly value: Value;
  readonly onChange: (value: string) => void;
}

function AslField({ value, onChange }: FieldProps<string | undefined>) {
  const translate = useTranslate();
  const id = useId();
  const { selectProps, query } = useSelect<AdminAsl>({
    resource: 'admin-asl',
    optionLabel: ({ name }) => name,
    optionValue: ({ aslId }) => String(aslId),
    pagination: { pageSize: 1000 },
  });
  const options = (selectProps.options ?? []) as TypeaheadOption[];
  // An id says nothing to a person: it waits for its name.
  const isKnown = options.some((option) => option.value === value) || query.isSuccess;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{translate('month-closing:asl')}</label>
      <Typeahead
        id={id}
        options={options}
        value={isKnown ? value : undefined}
        isLoading={query.isLoading}
        onChange={(chosen) => onChange(String(chosen))}
      />
      {query.isError && <RetryLine onRetry={() => void query.refetch()} />}
    </div>
  );
}

/** The months up to the one under way, the latest first, and the one that is chosen. */
function monthsWith(chosen: string): readonly TypeaheadOption[] {
  const months: string[] = [];
  let { first } = monthOf(romeDay(new Date()));
  while (months.length < MONTHS) {
    months.push(first);
    ({ first } = monthOf(addDays(first, -1)));
  }
  return [...months, ...(months.includes(chosen) ? [] : [chosen])].map((value) => ({
    value,
    label: formatMonth(value),
  }));
}

function MonthField({ value, onChange }: FieldProps<string>) {
  const translate = useTranslate();
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{translate('month-closing:month')}</label>
      <Typeahead id={id} options={monthsWith(value)} value={value} onChange={(chosen) => onChange(String(chosen))} />
    </div>
  );
}

interface MonthFormProps {
  readonly choosesAsl: boolean;
  readonly aslId: string | undefined;
  readonly month: string;
  readonly onChoose: (chosen: { readonly aslId?: string; readonly month?: string }) => void;
}

/** Which month of which health authority is looked at. */
export function MonthForm({ choosesAsl, aslId, month, onChoose }: MonthFormProps) {
  return (
    <div className={styles.form}>
      {choosesAsl && <AslField value={aslId} onChange={(chosen) => onChoose({ aslId: chosen })} />}
      <MonthField value={month} onChange={(chosen) => onChoose({ month: chosen })} />
    </div>
  );
}
