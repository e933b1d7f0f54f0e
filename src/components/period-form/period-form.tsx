import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { PeriodFields } from './period-fields.tsx';
import styles from './period-form.module.css';
import { PeriodPresets } from './period-presets.tsx';
import type { PeriodFormState } from './use-period-form.ts';

interface PeriodFormProps {
  /** Accessible name of the form. */
  readonly label: string;
  readonly state: PeriodFormState;
  /** Called by Enter and by the submit button. */
  readonly onSubmit: () => Promise<void>;
  /** Called by 'Cancella' after it empties the fields. */
  readonly onReset?: () => void;
  /** The fields before the dates. */
  readonly children?: ReactNode;
  /** The buttons after 'Cancella'. */
  readonly actions: ReactNode;
}

/** A form with a period, more fields of the screen, and its buttons (§2, §5). */
export function PeriodForm({ label, state, onSubmit, onReset, children, actions }: PeriodFormProps) {
  const { form, reset } = state;
  const translate = useTranslate();
  return (
    <form
      className={styles.form}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      <div className={styles.fields}>
        {children}
        <PeriodFields control={(field) => <Controller control={form.control} {...field} />} isRequired />
      </div>
      <PeriodPresets form={form} />
      <div className={styles.actions}>
        <Button
          onClick={() => {
            reset();
            onReset?.();
          }}
        >
          {translate('period:reset')}
        </Button>
        {actions}
      </div>
    </form>
  );
}
