import { dayOfRequest, formatDay } from '#contract/rules/dates.ts';

/** The period of a document's filters, or undefined. A date-time means its day. */
export function periodOf(filters: {
  readonly dateStart?: string | undefined;
  readonly dateEnd?: string | undefined;
}): readonly [string, string] {
  const shown = (value: string | undefined) => (value ? formatDay(dayOfRequest(value)) : '–');
  return [shown(filters.dateStart), shown(filters.dateEnd)];
}

type Filter = readonly [label: string, value: string | number | undefined];

/** The filters of a document besides the period, as text. */
export function filtersText(filters: readonly Filter[]): string {
  const set = filters.filter(([, value]) => value !== undefined);
  return set.map(([label, value]) => `${label}: ${value}`).join(' · ') || 'nessuno';
}
