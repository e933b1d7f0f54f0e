import { type Day, dayOfRequest, formatDay } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';

/** A day, or the month that it begins. */
export interface Calendar {
  readonly kind: 'day' | 'month';
  readonly day: Day;
}

/** The value of a cell: text (also a code of digits), a number, an instant, a day, a month, or an amount in euro. */
export type Cell = string | number | Date | Money | Calendar;

export type Row = readonly Cell[];

/** A table of any length with the facts about it, which is written as CSV or as XLSX. */
export interface Sheet<Entry = never> {
  readonly columns: readonly string[];
  /** Whether each column is text, so that a spreadsheet keeps what is typed into it. Default: none is. */
  readonly isText?: readonly boolean[];
  readonly batches: AsyncIterable<readonly Entry[]>;
  /** Iterated once; a generator spares the garbage collector an array of all rows of a batch. */
  readonly toRows: (batch: readonly Entry[]) => Iterable<Row>;
  /** The rows below the table; called after all other rows. */
  readonly facts: () => readonly Row[] | Promise<readonly Row[]>;
}

/** A column of a table: its title, and its cell in a row, which may be empty. */
export interface SheetColumn<Entry> {
  readonly title: string;
  readonly isText?: true;
  readonly cell: (entry: Entry) => Cell | null | undefined;
}

/** A table of these columns. */
export function sheetOf<Entry>(
  columns: readonly SheetColumn<Entry>[],
  batches: Sheet<Entry>['batches'],
  facts: Sheet<Entry>['facts'],
): Sheet<Entry> {
  return {
    columns: columns.map(({ title }) => title),
    isText: columns.map(({ isText = false }) => isText),
    batches,
    toRows: (batch) => batch.map((entry) => columns.map(({ cell }) => cell(entry) ?? '')),
    facts,
  };
}

export function dayCell(day: Day): Calendar {
  return { kind: 'day', day };
}

export function monthCell(day: Day): Calendar {
  return { kind: 'month', day };
}

/** All rows in batches: the titles, the table, and the facts below it. */
export async function* rowsOf<Entry>(sheet: Sheet<Entry>): AsyncGenerator<Iterable<Row>, void, undefined> {
  let head: Iterable<Row> | undefined = [sheet.columns];
  for await (const batch of sheet.batches) {
    if (head) yield head;
    head = undefined;
    yield sheet.toRows(batch);
  }
  if (head) yield head;
  yield await sheet.facts();
}

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
