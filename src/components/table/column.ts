import type { ReactNode } from 'react';
import type { Money } from '#contract/rules/money.ts';
import { compareValues } from '#src/providers/data/list.ts';
import type { Chip } from '../display/statuses.ts';

interface ColumnBase {
  readonly key: string;
  /** The translated heading; also the label of the value in a stacked table. */
  readonly title: string;
  /** The list has the field but does not show it. */
  readonly hidden?: boolean;
  /** Left out where the table is stacked, or not wide on a low screen, because `below` of another column says it. */
  readonly wideOnly?: boolean;
  /** Whether a click on the heading sorts by this column. A server receives the column's key. */
  readonly sortable?: boolean;
}

interface ColumnOf<Kind extends string, Row, Value> extends ColumnBase {
  readonly kind: Kind;
  readonly value: (row: Row) => Value;
}

/** Plain text. `detail` opens beside it on hover and focus. */
export interface TextColumn<Row> extends ColumnOf<'text', Row, string | undefined> {
  readonly detail?: (row: Row) => string | undefined;
  /** A second, grey line where columns are left out. */
  readonly below?: (row: Row) => string;
  /** A code, which stays in one piece. */
  readonly isCode?: boolean;
  /** The text is a button, so that the keyboard can open the row like a click on it. */
  readonly opensRow?: boolean;
}

/** A day `YYYY-MM-DD` as dd/MM/yyyy, or an instant in ISO 8601 as dd/MM/yyyy HH:mm:ss in Europe/Rome. */
type DateColumn<Row> = ColumnOf<'date', Row, string | undefined> & { readonly shows: 'day' | 'instant' };

/** Euro: a total with exactly 2 decimals (the default), or a unit price with 2 to 6 (§9, rules §5). */
type CurrencyColumn<Row> = ColumnOf<'currency', Row, Money | undefined> & { readonly shows?: 'total' | 'unitPrice' };

export interface ActionColumn<Row> extends ColumnBase {
  readonly kind: 'action';
  /** Accessible name of the button in this row. */
  readonly label: (row: Row) => string;
  readonly icon: ReactNode;
  /** Shown beside the icon; `label` must start or end with it. Default: the icon alone. */
  readonly text?: string | undefined;
  readonly onAction: (row: Row) => void;
  /** Whether the row has the button. Default: it has. */
  readonly isOffered?: (row: Row) => boolean;
  readonly isDisabled?: (row: Row) => boolean;
  readonly isBusy?: (row: Row) => boolean;
  readonly isDangerous?: boolean;
}

/** Any content that a screen renders from a row. Only a server can sort by it. */
interface ObjectColumn<Row> extends ColumnBase {
  readonly kind: 'object';
  readonly render: (row: Row) => ReactNode;
  /** Aligned as numbers are. */
  readonly isNumeric?: boolean;
  /** As wide as its content; text columns share the rest. */
  readonly isFitting?: boolean;
  /** Whether it shows buttons with a text, which need no label. */
  readonly hasButtons?: boolean;
}

type ValueColumn<Row> =
  | TextColumn<Row>
  | ColumnOf<'chip', Row, Chip>
  | ColumnOf<'number', Row, number | undefined>
  | DateColumn<Row>
  | CurrencyColumn<Row>;

/** A column that shows something in each row, unlike a column of buttons. */
export type ShownColumn<Row> = ValueColumn<Row> | ObjectColumn<Row>;

/** A column of the data table (§2 Generic data table). */
export type Column<Row> = ShownColumn<Row> | ActionColumn<Row>;

/** Compares two rows by a column's value and type. A row without a value comes first. */
export function compareRows<Row>(column: ValueColumn<Row>): (one: Row, other: Row) => number {
  const shown = (row: Row) => (column.kind === 'chip' ? column.value(row).label : column.value(row));
  return (one, other) => compareValues(shown(one), shown(other));
}

/** Makes the columns sortable whose keys are in `fields`, the sort fields of the server (rules §1). */
export function sortableBy<Row>(columns: readonly Column<Row>[], fields: readonly string[] = []): Column<Row>[] {
  return columns.map((column) => (fields.includes(column.key) ? { ...column, sortable: true } : column));
}

type Untitled<AnyColumn extends ColumnBase> = AnyColumn extends ColumnBase
  ? Omit<AnyColumn, 'title'> & Partial<Pick<ColumnBase, 'title'>>
  : never;

/** Gives each column without a title the text of its key. */
export function titled<Row>(
  titleOf: (key: string) => string,
  columns: readonly Untitled<Column<Row>>[],
): readonly Column<Row>[] {
  return columns.map((column) => ({ ...column, title: column.title ?? titleOf(column.key) }));
}
