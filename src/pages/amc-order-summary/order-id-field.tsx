import { useTranslate } from '@refinedev/core';
import { Input } from 'antd';
import { useId } from 'react';
import { type Control, Controller } from 'react-hook-form';
import { FieldError } from '#src/components/fields/field-error.tsx';
import type { PeriodValues } from '#src/components/period-form/period-schema.ts';
import styles from './amc-order-summary.module.css';

export function OrderIdField({ control }: { readonly control: Control<PeriodValues> }) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Controller
      name="amcOrderId"
      control={control}
      render={({ field, fieldState: { error } }) => (
        <div className={styles.field}>
          <label htmlFor={id}>{translate('amc-summary:orderId')}</label>
          <Input
            {...field}
            id={id}
            inputMode="numeric"
            autoComplete="off"
            status={error ? 'error' : ''}
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-error`}
          />
          <FieldError id={`${id}-error`} text={error?.message && translate(`period:error.${error.message}`)} />
        </div>
      )}
    />
  );
}
