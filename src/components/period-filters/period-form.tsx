import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { DateField } from '../date-field/date-field.tsx';
import { CounterpartyField } from './counterparty-field.tsx';
import type { PeriodQuery } from './filter-draft.ts';
import styles from './period-filters.module.css';
import { PeriodPresets } from './period-presets.tsx';
import type { Counterparty } from './use-counterparty.ts';
import type { Filters } from './use-filters.ts';

interface PeriodFormProps {
  /** Names the form for assistive technology. */
  readonly label: string;
  /** Not given where the documents are about nobody in particular. */
  readonly counterparty?: Counterparty;
  readonly filters: Filters;
  /** What Enter and the button that submits do, once all is well. */
  readonly onSubmit: (query: PeriodQuery) => void;
  /** Fields of one screen alone. */
  readonly children?: ReactNode;
  /** The buttons after 'Cancella'. */
  readonly actions: ReactNode;
}

/** Counterparty, period and what is done with them (§2, §5). A failed check leads to the first field that is wrong. */
export function PeriodForm({ label, counterparty, filters, onSubmit, children, actions }: PeriodFormProps) {
  const { draft, errors, failedChecks, change, check, reset } = filters;
  const translate = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  const textOf = (error: string | undefined) => error && translate(`period:error.${error}`);

  useEffect(() => {
    if (failedChecks > 0) form.current?.querySelector<HTMLElement>('input[aria-invalid="true"]')?.focus();
  }, [failedChecks]);

  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const query = check();
        if (query) onSubmit(query);
      }}
    >
      <div className={styles.fields}>
        {counterparty && (
          <CounterpartyField
            counterparty={counterparty}
            value={draft.counterparty}
            error={textOf(errors.counterparty)}
            onChange={(value) => change({ counterparty: value })}
          />
        )}
        {children}
        <DateField
          label={translate('period:dateStart')}
          isRequired
          value={draft.dateStart}
          error={textOf(errors.dateStart)}
          onChange={(dateStart) => change({ dateStart })}
        />
        <DateField
          label={translate('period:dateEnd')}
          isRequired
          value={draft.dateEnd}
          error={textOf(errors.dateEnd)}
          onChange={(dateEnd) => change({ dateEnd })}
        />
      </div>
      <PeriodPresets onChoose={change} />
      <div className={styles.actions}>
        <Button onClick={reset}>{translate('period:reset')}</Button>
        {actions}
      </div>
    </form>
  );
}
