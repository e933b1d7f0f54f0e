import { dayOfRequest, formatDay } from '#contract/rules/dates.ts';
import { type Cell, dayCell } from './sheets/sheet.ts';

interface Period {
  readonly dateStart?: string | undefined;
  readonly dateEnd?: string | undefined;
}

/** The period of a document's filters, or undefined. A date-time means its day. */
export function periodOf({ dateStart, dateEnd }: Period): readonly [string, string] {
  const shown = (value: string | undefined) => (value ? formatDay(dayOfRequest(value)) : '–');
  return [shown(dateStart), shown(dateEnd)];
}

/** The same as cells of a sheet. */
export function periodCells({ dateStart, dateEnd }: Period): readonly Cell[] {
  return [dateStart, dateEnd].map((value) => (value ? dayCell(dayOfRequest(value)) : '–'));
}

type Filter = readonly [label: string, value: string | number | undefined];

/** The filters of a document besides the period, as text. */
export function filtersText(filters: readonly Filter[]): string {
  const set = filters.filter(([, value]) => value !== undefined);
  return set.map(([label, value]) => `${label}: ${value}`).join(' · ') || 'nessuno';
}
