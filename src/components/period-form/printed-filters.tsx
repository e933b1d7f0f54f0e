import { useTranslate } from '@refinedev/core';
import { formatDay } from '#contract/rules/dates.ts';
import type { Id } from '#contract/wire.ts';
import { PrintedHead, type PrintedList } from '../data-table/printed-head.tsx';
import type { PeriodQuery } from './period-schema.ts';
import { useCounterparties } from './use-counterparties.ts';

interface PrintedFiltersProps {
  readonly profile: string;
  /** The parameters of the rows on the screen. */
  readonly query: Omit<PeriodQuery, 'aslId'> & { readonly aslId?: Id | undefined };
  /** Other active filters. */
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
