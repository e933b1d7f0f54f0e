import { useTranslate } from '@refinedev/core';
import { readSpending } from '#contract/calls/admin/spending.ts';
import { SPENDING_GROUPS, type SpendingRow } from '#contract/entities/admin/spending.ts';
import { CATEGORY_TYPES } from '#contract/entities/category.ts';
import { FormField } from '#src/components/fields/form-field.tsx';
import { MonthField } from '#src/components/fields/month-field.tsx';
import { Typeahead, type TypeaheadOption } from '#src/components/fields/typeahead.tsx';
import { RetryLine } from '#src/components/retry/retry-line.tsx';
import { useCallQuery } from '#src/hooks/use-call-query.ts';
import { useIdentity } from '#src/providers/auth/use-identity.ts';
import type { SpendingQuery } from './spending-query.ts';
import styles from './spending.module.css';

interface ChoiceProps {
  readonly label: string;
  readonly options: readonly TypeaheadOption[];
  readonly value: string | undefined;
  /** Shown without a choice. By default there is always a choice. */
  readonly placeholder?: string;
  readonly isLoading?: boolean;
  readonly onChange: (value: string | undefined) => void;
}

function Choice({ label, placeholder, onChange, ...choice }: ChoiceProps) {
  const translate = useTranslate();
  return (
    <FormField label={label}>
      {(input) => (
        <Typeahead
          {...input}
          {...choice}
          isClearable={placeholder !== undefined}
          placeholder={placeholder}
          emptyText={translate('spending:noMatch')}
          onChange={(chosen) => onChange(chosen?.toString())}
        />
      )}
    </FormField>
  );
}

/** The options with spending in these months, by name, including the chosen one. */
function optionsOf(rows: readonly SpendingRow[] = [], value: string | undefined): TypeaheadOption[] {
  const options = rows
    .map(({ key, name }) => ({ value: key, label: name }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'it'));
  return value === undefined || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }];
}

interface SpendingFiltersProps {
  readonly query: SpendingQuery;
  readonly onChange: (part: { readonly [K in keyof SpendingQuery]?: SpendingQuery[K] | undefined }) => void;
}

/** Months, authority (for the region), business, kind of dossier, and grouping. */
export function SpendingFilters({ query, onChange }: SpendingFiltersProps) {
  const translate = useTranslate();
  const { data: identity } = useIdentity();
  const isOfRegion = identity ? identity.operatorAslId === undefined : false;
  const { monthStart, monthEnd, aslId, businessId, type, by } = query;
  const months = { monthStart, monthEnd };
  const authorities = useCallQuery(
    readSpending,
    { query: { ...months, by: 'asl' } },
    { alerts: 'expiry-only', enabled: isOfRegion },
  );
  const businesses = useCallQuery(
    readSpending,
    { query: { ...months, aslId, by: 'business' } },
    { alerts: 'expiry-only' },
  );
  const label = (name: string) => translate(`spending:field.${name}`);
  return (
    <form className={styles.form} aria-label={label('all')} onSubmit={(event) => event.preventDefault()}>
      <MonthField
        label={label('monthStart')}
        value={monthStart}
        onChange={(month) => onChange({ monthStart: month, ...(monthEnd < month && { monthEnd: month }) })}
      />
      <MonthField
        label={label('monthEnd')}
        value={monthEnd}
        onChange={(month) => onChange({ monthEnd: month, ...(month < monthStart && { monthStart: month }) })}
      />
      {isOfRegion && (
        <div>
          <Choice
            label={label('asl')}
            options={optionsOf(authorities.data?.spending.rows, aslId)}
            isLoading={authorities.isLoading}
            value={aslId}
            placeholder={translate('spending:any.asl')}
            // The business may have no spending at another authority; then only its number would show.
            onChange={(value) => onChange({ aslId: value, businessId: undefined })}
          />
          {authorities.onRetry && <RetryLine onRetry={authorities.onRetry} />}
        </div>
      )}
      <div>
        <Choice
          label={label('business')}
          options={optionsOf(businesses.data?.spending.rows, businessId)}
          isLoading={businesses.isLoading}
          value={businessId}
          placeholder={translate('spending:any.business')}
          onChange={(value) => onChange({ businessId: value })}
        />
        {businesses.onRetry && <RetryLine onRetry={businesses.onRetry} />}
      </div>
      <Choice
        label={label('type')}
        options={CATEGORY_TYPES.map((value) => ({ value, label: translate(`spending:type.${value}`) }))}
        value={type}
        placeholder={translate('spending:any.type')}
        onChange={(value) => onChange({ type: CATEGORY_TYPES.find((one) => one === value) })}
      />
      <Choice
        label={label('by')}
        options={SPENDING_GROUPS.map((value) => ({ value, label: translate(`spending:by.${value}`) }))}
        value={by}
        onChange={(value) => onChange({ by: SPENDING_GROUPS.find((one) => one === value) })}
      />
    </form>
  );
}
