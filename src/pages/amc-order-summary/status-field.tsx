import { useTranslate } from '@refinedev/core';
import { Select } from 'antd';
import { useId } from 'react';
import { type Control, Controller } from 'react-hook-form';
import { type PeriodValues, STATUS_FILTERS } from '#src/components/period-form/period-schema.ts';
import styles from './amc-order-summary.module.css';
import { statusKey } from './status-key.ts';

/** The status filter, for servers that offer it (rules §1). */
export function StatusField({ control }: { readonly control: Control<PeriodValues> }) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Controller
      name="esbStatus"
      control={control}
      render={({ field: { ref, value, onChange } }) => (
        <div className={styles.field}>
          <label htmlFor={id}>{translate('amc-summary:column.status')}</label>
          <Select<string | null>
            ref={ref}
            id={id}
            allowClear
            virtual={false}
            placeholder={translate('amc-summary:anyStatus')}
            value={value === '' ? null : value}
            options={STATUS_FILTERS.map((status) => ({
              value: status,
              label: translate(statusKey(status)),
            }))}
            onChange={(chosen) => onChange(chosen ?? '')}
          />
        </div>
      )}
    />
  );
}
