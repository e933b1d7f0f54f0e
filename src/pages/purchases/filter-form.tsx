import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslate } from '@refinedev/core';
import { Button, Input, Select } from 'antd';
import { Controller, useForm } from 'react-hook-form';
import { PURCHASE_STATUSES } from '#contract/calls/purchases.ts';
import { chipOf } from '#src/components/display/statuses.ts';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { FormField } from '#src/components/form/form-field.tsx';
import { useCategoryOptions, useStoreOptions } from '#src/components/form/store-options.ts';
import { PeriodFields } from '#src/components/form/period-form.tsx';
import { Typeahead } from '#src/components/form/typeahead.tsx';
import screens from '../screens.module.css';
import { NO_FILTERS, purchaseFilterSchema, type PurchaseFilterValues } from './purchase-filters.ts';

interface FilterFormProps {
  readonly values: PurchaseFilterValues;
  /** The filters beyond §7 that the server offers. */
  readonly named: readonly string[];
  readonly onFilter: (values: PurchaseFilterValues) => void;
}

/**
 * The filters of the history: number, period, status, store and category. Enter filters. Says when a change is
 * not applied yet, because list, totals and export use the applied filters.
 */
export function FilterForm({ values, named, onFilter }: FilterFormProps) {
  const translate = useTranslate();
  const { control, handleSubmit, reset, formState } = useForm<PurchaseFilterValues>({
    values,
    resolver: zodResolver(purchaseFilterSchema),
  });
  const { options: stores } = useStoreOptions();
  const choices = [
    { name: 'storeId', options: stores.length > 1 ? stores : [] },
    { name: 'categoryId', options: useCategoryOptions(named.includes('categoryId')) },
  ] as const;
  const errorOf = (key: string) => translate(`purchases:filter.error.${key}`);
  return (
    <form
      className={screens.form}
      aria-label={translate('purchases:filter.label')}
      noValidate
      onSubmit={(event) => void handleSubmit(onFilter)(event)}
    >
      <div className={screens.fields}>
        {named.includes('purchaseId') && (
          <Controller
            name="purchaseId"
            control={control}
            render={({ field, fieldState: { error } }) => (
              <FormField label={translate('purchases:detail.number')} error={error?.message && errorOf(error.message)}>
                {(input) => <Input {...field} {...input} inputMode="numeric" autoComplete="off" />}
              </FormField>
            )}
          />
        )}
        <PeriodFields
          control={(field) => <Controller control={control} {...field} />}
          labelOf={(name) => translate(`purchases:filter.${name}`)}
          errorOf={errorOf}
        />
        <Controller
          name="purchaseStatusList"
          control={control}
          render={({ field: { ref, value, onChange } }) => (
            <FormField label={translate('purchases:column.status')}>
              {(input) => (
                <Select<string | null>
                  {...input}
                  ref={ref}
                  allowClear
                  virtual={false}
                  placeholder={translate('purchases:filter.anyStatus')}
                  value={value === '' ? null : value}
                  options={PURCHASE_STATUSES.map((status) => ({
                    value: status,
                    label: chipOf('purchase', status, translate).label,
                  }))}
                  onChange={(chosen) => onChange(chosen ?? '')}
                />
              )}
            </FormField>
          )}
        />
        {choices.map(
          ({ name, options }) =>
            named.includes(name) &&
            options.length > 0 && (
              <Controller
                key={name}
                name={name}
                control={control}
                render={({ field: { ref, value, onChange } }) => (
                  <FormField label={translate(`purchases:filter.${name}.label`)}>
                    {(input) => (
                      <Typeahead
                        {...input}
                        ref={ref}
                        isClearable
                        options={options}
                        value={value === '' ? undefined : value}
                        placeholder={translate(`purchases:filter.${name}.any`)}
                        emptyText={translate(`purchases:filter.${name}.none`)}
                        onChange={(chosen) => onChange(String(chosen ?? ''))}
                      />
                    )}
                  </FormField>
                )}
              />
            ),
        )}
      </div>
      <div className={screens.tools}>
        <Button
          onClick={() => {
            reset(NO_FILTERS);
            onFilter(NO_FILTERS);
          }}
        >
          {translate('purchases:filter.reset')}
        </Button>
        <ActionButton type="primary" htmlType="submit">
          {translate('purchases:filter.apply')}
        </ActionButton>
        <p role="status">{formState.isDirty && translate('purchases:filter.notApplied')}</p>
      </div>
    </form>
  );
}
