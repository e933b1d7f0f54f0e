import { useSelect } from '@refinedev/antd';
import { useTranslate } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import type { Control } from 'react-hook-form';
import type { Asl } from '#contract/calls/asl.ts';
import type { Business } from '#contract/calls/businesses.ts';
import { formatDay } from '#contract/rules/dates.ts';
import type { Id } from '#contract/wire.ts';
import { featuresQuery } from '#src/providers/api/features.ts';
import { LoadFailure } from '../feedback/load-states.tsx';
import { PrintedHead, type PrintedList } from '../table/printed-head.tsx';
import { ControlledField } from './form-field.tsx';
import type { PeriodQuery, PeriodValues } from './period-schema.ts';
import { Typeahead, type TypeaheadOption } from './typeahead.tsx';

function idOf(row: Asl | Business): string {
  return String('aslId' in row ? row.aslId : row.businessId);
}

function nameOf(row: Asl | Business): string {
  return ('aslId' in row ? row.name : row.companyName) ?? idOf(row);
}

/** The health authorities that a business may choose, or the businesses that a health authority may choose (§6). */
function useCounterparties(profile: string) {
  const { data: features, isPending } = useQuery(featuresQuery);
  const businesses = features?.calls.includes('all-businesses.list') === true ? 'all-businesses' : 'businesses';
  const { selectProps, query } = useSelect<Asl | Business>({
    resource: profile === 'BUSINESS' ? 'asl' : businesses,
    optionLabel: nameOf,
    optionValue: idOf,
    pagination: { mode: 'off' },
    queryOptions: { enabled: profile === 'BUSINESS' || !isPending },
  });
  return { options: (selectProps.options ?? []) as TypeaheadOption[], query };
}

interface PrintedFiltersProps {
  readonly profile: string;
  /** The parameters of the rows on the screen. */
  readonly query: Omit<PeriodQuery, 'aslId'> & { readonly aslId?: Id | undefined };
  readonly more?: readonly (string | undefined)[];
  readonly list?: PrintedList;
}

/** The counterparty and the period, for paper (rules §7). */
export function PrintedFilters({ profile, query, more = [], list }: PrintedFiltersProps) {
  const translate = useTranslate();
  const { options } = useCounterparties(profile);
  const { aslId, businessId, dateStart, dateEnd } = query;
  const partyId = profile === 'BUSINESS' ? aslId : businessId;
  const party = options.find(({ value }) => value === String(partyId))?.label ?? partyId?.toString();
  const period = translate('period:printed', { from: formatDay(dateStart), to: formatDay(dateEnd) });
  return <PrintedHead filters={[party, period, ...more]} list={list} />;
}

interface CounterpartyFieldProps {
  readonly control: Control<PeriodValues>;
  readonly profile: string;
  /** Whether another part of the screen shows the failure, and its retry reloads this list too. */
  readonly isFailureShownElsewhere?: boolean;
}

/** The health authority (mandatory for a business) or the business (optional for a health authority) (§2, §6). */
export function CounterpartyField({ control, profile, isFailureShownElsewhere = false }: CounterpartyFieldProps) {
  const name = profile === 'BUSINESS' ? 'aslId' : 'businessId';
  const translate = useTranslate();
  const { options, query } = useCounterparties(profile);
  const isAwaited = query.isLoading || query.isError;
  return (
    <ControlledField
      control={control}
      name={name}
      label={translate(`period:${name}.label`)}
      errorOf={(key) => translate(`period:error.${key}`)}
    >
      {({ value, onChange, ...input }) => (
        <>
          <Typeahead
            {...input}
            isClearable
            isLoading={query.isLoading}
            options={options.toSorted((a, b) => a.label.localeCompare(b.label, 'it'))}
            // While the names load the id is hidden. An id without a name, such as one of an old link, must be visible.
            value={!isAwaited || options.some((option) => option.value === value) ? value : ''}
            placeholder={translate(`period:${name}.placeholder`)}
            emptyText={translate(`period:${name}.none`)}
            onChange={(chosen) => onChange(chosen ?? '')}
          />
          {query.isError && !isFailureShownElsewhere && <LoadFailure onRetry={() => void query.refetch()} />}
        </>
      )}
    </ControlledField>
  );
}
