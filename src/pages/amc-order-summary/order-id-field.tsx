import { useTranslate } from '@refinedev/core';
import { Input } from 'antd';
import { type Control, Controller } from 'react-hook-form';
import { FormField } from '#src/components/fields/form-field.tsx';
import type { PeriodValues } from '#src/components/period-form/period-schema.ts';

export function OrderIdField({ control }: { readonly control: Control<PeriodValues> }) {
  const translate = useTranslate();
  return (
    <Controller
      name="amcOrderId"
      control={control}
      render={({ field, fieldState: { error } }) => (
        <FormField
          label={translate('amc-summary:orderId')}
          error={error?.message && translate(`period:error.${error.message}`)}
        >
          {(input) => <Input {...field} {...input} inputMode="numeric" autoComplete="off" />}
        </FormField>
      )}
    />
  );
}
