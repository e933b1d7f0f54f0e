import { useTranslate } from '@refinedev/core';
import { useId } from 'react';
import { FieldError } from '../field-error/field-error.tsx';
import { RetryLine } from '../retry-line/retry-line.tsx';
import { Typeahead } from '../typeahead/typeahead.tsx';
import styles from './period-filters.module.css';
import type { Counterparty } from './use-counterparty.ts';

interface CounterpartyFieldProps {
  readonly counterparty: Counterparty;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Translated. */
  readonly error: string | undefined;
}

/** The health authority that a shop must choose, or the shop that a health authority may (§2, §6). */
export function CounterpartyField({ counterparty, value, onChange, error }: CounterpartyFieldProps) {
  const { name, options, isLoading, onRetry } = counterparty;
  const translate = useTranslate();
  const id = useId();
  const isKnown = options.some((option) => option.value === value);
  const isAwaited = isLoading || onRetry !== undefined;
  return (
    <div className={styles.counterparty}>
      <label htmlFor={id}>{translate(`period:${name}.label`)}</label>
      <Typeahead
        id={id}
        isClearable
        isLoading={isLoading}
        isInvalid={error !== undefined}
        describedBy={`${id}-error`}
        options={options}
        // An id says nothing to a person: it waits for its name. One that has none, as of an old link, must be seen.
        value={value !== '' && (isKnown || !isAwaited) ? value : undefined}
        placeholder={translate(`period:${name}.placeholder`)}
        emptyText={translate(`period:${name}.none`)}
        onChange={(chosen) => onChange(String(chosen ?? ''))}
      />
      <FieldError id={`${id}-error`} text={error} />
      {onRetry && <RetryLine onRetry={onRetry} />}
    </div>
  );
}
