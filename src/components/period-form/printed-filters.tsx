import { useTranslate } from '@refinedev/core';
import { formatDay } from '#contract/rules/dates.ts';
import type { PeriodQuery } from './period-schema.ts';
import { useCounterparties } from './use-counterparties.ts';

interface PrintedFiltersProps {
  readonly profile: string;
  /** What the screen shows; null while it shows nothing. */
  readonly asked: PeriodQuery | null;
  /** What else narrows it. */
  readonly more?: readonly (string | undefined)[];
}

/** For whom and which period, on paper, where forms are left out (rules §7). */
export function PrintedFilters({ profile, asked, more = [] }: PrintedFiltersProps) {
  const translate = useTranslate();
  const { options } = useCounterparties(profile);
  if (!asked) return null;
  const { aslId, businessId, dateStart, dateEnd } = asked;
  const partyId = profile === 'BUSINESS' ? aslId : businessId;
  const party = options.find(({ value }) => value === partyId)?.label ?? partyId;
  const period = translate('period:printed', { from: formatDay(dateStart), to: formatDay(dateEnd) });
  return <p className="print-only">{[party, period, ...more].filter(Boolean).join(' · ')}</p>;
}
