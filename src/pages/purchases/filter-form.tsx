import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslate } from '@refinedev/core';
import { Button, Input, Select } from 'antd';
import { FormProvider, useForm } from 'react-hook-form';
import { PURCHASE_STATUSES } from '#contract/calls/purchases.ts';
import { chipOf } from '#src/components/display/statuses.ts';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { ControlledField } from '#src/components/form/form-field.tsx';
import { useCategoryOptions, useStoreOptions } from '#src/components/form/store-options.ts';
import { PeriodFields } from '#src/components/form/period-form.tsx';
import { Typeahead } from '#src/components/form/typeahead.tsx';
import screens from '#src/components/layout/screens.module.css';
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
  const form = useForm<PurchaseFilterValues>({ values, resolver: zodResolver(purchaseFilterSchema) });
  const { control, handleSubmit, reset, formState } = form;
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
          <ControlledField
            control={control}
            name="purchaseId"
            label={translate('purchases:detail.number')}
            errorOf={errorOf}
          >
            {(input) => <Input {...input} inputMode="numeric" />}
          </ControlledField>
        )}
        <FormProvider {...form}>
          <PeriodFields labelOf={(name) => translate(`purchases:filter.${name}`)} errorOf={errorOf} />
        </FormProvider>
        <ControlledField control={control} name="purchaseStatusList" label={translate('purchases:column.status')}>
          {({ value, onChange, ...input }) => (
            <Select<string | null>
              {...input}
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
        </ControlledField>
        {choices.map(
          ({ name, options }) =>
            named.includes(name) &&
            options.length > 0 && (
              <ControlledField
                key={name}
                control={control}
                name={name}
                label={translate(`purchases:filter.${name}.label`)}
              >
                {({ value, onChange, ...input }) => (
                  <Typeahead
                    {...input}
                    isClearable
                    options={options}
                    value={value}
                    placeholder={translate(`purchases:filter.${name}.any`)}
                    emptyText={translate(`purchases:filter.${name}.none`)}
                    onChange={(chosen) => onChange(chosen ?? '')}
                  />
                )}
              </ControlledField>
            ),
        )}
        <div className={screens.actions}>
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
        </div>
      </div>
      <p role="status">{formState.isDirty && translate('purchases:filter.notApplied')}</p>
    </form>
  );
}
