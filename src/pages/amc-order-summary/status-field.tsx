import { useTranslate } from '@refinedev/core';
import { Select } from 'antd';
import { type Control, Controller } from 'react-hook-form';
import { FormField } from '#src/components/fields/form-field.tsx';
import type { PeriodValues } from '#src/components/period-form/period-schema.ts';
import { STATUS_FILTERS } from '#src/components/status-chip/status-filters.ts';
import { statusFilterText } from './status-filter-text.ts';

/** The status filter, for servers that offer it (rules §1). */
export function StatusField({ control }: { readonly control: Control<PeriodValues> }) {
  const translate = useTranslate();
  return (
    <Controller
      name="esbStatus"
      control={control}
      render={({ field: { ref, value, onChange } }) => (
        <FormField label={translate('amc-summary:column.status')}>
          {(input) => (
            <Select<string | null>
              {...input}
              ref={ref}
              allowClear
              virtual={false}
              placeholder={translate('amc-summary:anyStatus')}
              value={value === '' ? null : value}
              options={STATUS_FILTERS.map((status) => ({
                value: status,
                label: statusFilterText(status, translate),
              }))}
              onChange={(chosen) => onChange(chosen ?? '')}
            />
          )}
        </FormField>
      )}
    />
  );
}
