import { dayOfRequest, formatDay } from '#contract/rules/dates.ts';

/** The days by which a document was filtered, where it was; a date-time means its day. */
export function periodOf(filters: {
  readonly dateStart?: string | undefined;
  readonly dateEnd?: string | undefined;
}): readonly [string, string] {
  const shown = (value: string | undefined) => (value ? formatDay(dayOfRequest(value)) : '–');
  return [shown(filters.dateStart), shown(filters.dateEnd)];
}

type Filter = readonly [label: string, value: string | number | undefined];

/** What a document was filtered by, besides the period that it names apart. */
export function filtersText(filters: readonly Filter[]): string {
  const set = filters.filter(([, value]) => value !== undefined);
  return set.map(([label, value]) => `${label}: ${value}`).join(' · ') || 'nessuno';
}
