import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslate } from '@refinedev/core';
import { Button, Input, Select } from 'antd';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { PURCHASE_STATUSES } from '#contract/entities/purchase.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { DateField } from '#src/components/fields/date-field.tsx';
import { FieldError } from '#src/components/fields/field-error.tsx';
import { Typeahead } from '#src/components/fields/typeahead.tsx';
import { useCategoryOptions } from '#src/hooks/use-category-options.ts';
import { useStoreOptions } from '#src/hooks/use-store-options.ts';
import { shownStatus } from '../purchase-status.ts';
import styles from './tools.module.css';
import { NO_FILTERS, type PurchaseFilterValues, purchaseFilterSchema } from './purchase-filters.ts';

interface FilterFormProps {
  readonly values: PurchaseFilterValues;
  /** The filters beyond §7 that the server offers. */
  readonly named: readonly string[];
  readonly onFilter: (values: PurchaseFilterValues) => void;
}

/** The filters of the history: number, period, status, store and category. Enter filters. */
export function FilterForm({ values, named, onFilter }: FilterFormProps) {
  const translate = useTranslate();
  const id = useId();
  const { control, handleSubmit, reset } = useForm<PurchaseFilterValues>({
    values,
    resolver: zodResolver(purchaseFilterSchema),
  });
  const { options: stores } = useStoreOptions();
  const choices = [
    { name: 'storeId', options: stores.length > 1 ? stores : [] },
    { name: 'categoryId', options: useCategoryOptions(named.includes('categoryId')) },
  ] as const;
  const errorOf = (message: string | undefined) => message && translate(`purchases:filter.error.${message}`);
  return (
    <form
      className={styles.form}
      aria-label={translate('purchases:filter.label')}
      noValidate
      onSubmit={(event) => void handleSubmit(onFilter)(event)}
    >
      <div className={styles.fields}>
        {named.includes('purchaseId') && (
          <Controller
            name="purchaseId"
            control={control}
            render={({ field, fieldState: { error } }) => (
              <div className={styles.field}>
                <label htmlFor={`${id}-number`}>{translate('purchases:detail.number')}</label>
                <Input
                  {...field}
                  id={`${id}-number`}
                  inputMode="numeric"
                  autoComplete="off"
                  status={error ? 'error' : ''}
                  aria-invalid={error !== undefined}
                  aria-describedby={`${id}-number-error`}
                />
                <FieldError id={`${id}-number-error`} text={errorOf(error?.message)} />
              </div>
            )}
          />
        )}
        {(['dateStart', 'dateEnd'] as const).map((name) => (
          <Controller
            key={name}
            name={name}
            control={control}
            render={({ field, fieldState: { error } }) => (
              <DateField
                ref={field.ref}
                label={translate(`purchases:filter.${name}`)}
                value={field.value}
                error={errorOf(error?.message)}
                onChange={field.onChange}
              />
            )}
          />
        ))}
        <Controller
          name="purchaseStatusList"
          control={control}
          render={({ field: { ref, value, onChange } }) => (
            <div className={styles.field}>
              <label htmlFor={`${id}-status`}>{translate('purchases:column.status')}</label>
              <Select<string | null>
                ref={ref}
                id={`${id}-status`}
                allowClear
                virtual={false}
                placeholder={translate('purchases:filter.anyStatus')}
                value={value === '' ? null : value}
                options={PURCHASE_STATUSES.map((status) => ({
                  value: status,
                  label: translate(`purchases:status.${shownStatus({ status })}`),
                }))}
                onChange={(chosen) => onChange(chosen ?? '')}
              />
            </div>
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
                  <div className={styles.field}>
                    <label htmlFor={`${id}-${name}`}>{translate(`purchases:filter.${name}.label`)}</label>
                    <Typeahead
                      ref={ref}
                      id={`${id}-${name}`}
                      isClearable
                      options={options}
                      value={value === '' ? undefined : value}
                      placeholder={translate(`purchases:filter.${name}.any`)}
                      emptyText={translate(`purchases:filter.${name}.none`)}
                      onChange={(chosen) => onChange(String(chosen ?? ''))}
                    />
                  </div>
                )}
              />
            ),
        )}
      </div>
      <div className={styles.actions}>
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
    </form>
  );
}
