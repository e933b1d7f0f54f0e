import type { ReactNode } from 'react';
import type { Money } from '#contract/rules/money.ts';
import { compareValues } from '#src/providers/data/compare-values.ts';
import type { Tone } from '../status-chip/tone.ts';

/** Stands where a row has no value (§3: the default of the owner's fields). */
export const NO_VALUE = '-';

interface ColumnBase {
  readonly key: string;
  /** The translated heading; also the label of the value where the table is stacked. */
  readonly title: string;
  /** A field that the list carries but does not show. */
  readonly hidden?: boolean;
}

interface SortableBase extends ColumnBase {
  /** Whether a click on the heading sorts by it; a server is asked to by the column's key. */
  readonly sortable?: boolean;
}

/** Plain text; `detail` opens beside it on hover and focus. */
interface TextColumn<Row> extends SortableBase {
  readonly kind: 'text';
  readonly value: (row: Row) => string | undefined;
  readonly detail?: (row: Row) => string | undefined;
  /** The text is the button by which the keyboard does what a click on the row does. */
  readonly opensRow?: boolean;
}

interface ChipColumn<Row> extends SortableBase {
  readonly kind: 'chip';
  readonly value: (row: Row) => { readonly label: string; readonly tone: Tone };
}

interface NumberColumn<Row> extends SortableBase {
  readonly kind: 'number';
  readonly value: (row: Row) => number | undefined;
}

/** A day `YYYY-MM-DD` as dd/MM/yyyy, or an instant in ISO 8601 as dd/MM/yyyy HH:mm:ss in Europe/Rome. */
interface DateColumn<Row> extends SortableBase {
  readonly kind: 'date';
  readonly shows: 'day' | 'instant';
  readonly value: (row: Row) => string | undefined;
}

/** Euro: a total with exactly 2 decimals, or a unit price with 2 to 6 (§9, rules §5). */
interface CurrencyColumn<Row> extends SortableBase {
  readonly kind: 'currency';
  readonly shows: 'total' | 'unitPrice';
  readonly value: (row: Row) => Money | undefined;
}

/** A button per row. */
export interface ActionColumn<Row> extends ColumnBase {
  readonly kind: 'action';
  /** What the button does to this row, for a person who cannot see the row. */
  readonly label: (row: Row) => string;
  readonly icon: ReactNode;
  /** Stands beside the icon, and begins or ends its `label`; the icon alone when not given. */
  readonly text?: string | undefined;
  readonly onAction: (row: Row) => void;
  /** Whether the row has the button at all; it has when not given. */
  readonly isOffered?: (row: Row) => boolean;
  readonly isDisabled?: (row: Row) => boolean;
  /** Whether it is being done. */
  readonly isBusy?: (row: Row) => boolean;
  readonly isDangerous?: boolean;
}

/** Whatever a screen composes of a row; only a server can sort by it. */
interface ObjectColumn<Row> extends SortableBase {
  readonly kind: 'object';
  readonly render: (row: Row) => ReactNode;
}

type ValueColumn<Row> = TextColumn<Row> | ChipColumn<Row> | NumberColumn<Row> | DateColumn<Row> | CurrencyColumn<Row>;

/** A column of which each row shows something, without a button of the table's. */
export type ShownColumn<Row> = ValueColumn<Row> | ObjectColumn<Row>;

/** A column of the data table (§2 Generic data table). */
export type Column<Row> = ShownColumn<Row> | ActionColumn<Row>;

/** Compares two rows by what a column shows, by its type; a row without a value comes first. */
export function compareRows<Row>(column: ValueColumn<Row>): (one: Row, other: Row) => number {
  const shown = (row: Row) => (column.kind === 'chip' ? column.value(row).label : column.value(row));
  return (one, other) => compareValues(shown(one), shown(other));
}

/** These columns, of which a click on the heading sorts by those that the server names (rules §1). */
export function sortableBy<Row>(columns: readonly Column<Row>[], fields: readonly string[] = []): Column<Row>[] {
  return columns.map((column) => (fields.includes(column.key) ? { ...column, sortable: true } : column));
}
