import type { BaseKey } from '@refinedev/core';
import type { Call } from '#contract/call.ts';
import { formatDay } from '#contract/rules/dates.ts';
import { type Money, money } from '#contract/rules/money.ts';
import type { Shape } from '#contract/wire.ts';
import type { ShownColumn } from '#src/components/data-table/column.ts';
import { NO_VALUE } from '#src/components/no-value.ts';
import type { ResourceCalls } from '#src/providers/data/declaration.ts';
import { toneOf } from '#src/components/status-chip/statuses.ts';

export interface AnyRecord extends Readonly<Record<string, unknown>> {
  readonly id: BaseKey;
}

export type Shapes = Readonly<Record<string, Shape>>;
type Translate = (key: string, options?: object, defaultMessage?: string) => string;

/** The types of a record's fields, from the call's response: the record or list under `key`. */
export function shapesOf({ answer }: Call, key: string): Shapes {
  const found = answer.shape.kind === 'record' ? answer.shape.fields[key] : undefined;
  const item = found?.kind === 'list' ? found.item : found;
  return item?.kind === 'record' ? item.fields : {};
}

/** The name of a record: the value of its list's first column. */
export function subjectOf(record: AnyRecord, { list }: ResourceCalls): string {
  return String(record[list?.columns?.[0] ?? 'id']);
}

export function labelOf(resource: string, field: string, translate: Translate): string {
  return translate(`${resource}:field.${field}`);
}

/** The translated value of an enumeration; an unknown value shows as it is. */
export function wordOf(resource: string, field: string, word: string, translate: Translate): string {
  return translate(`${resource}:${field}.${word}`, {}, word);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function partsOf(value: unknown): string {
  return [value ?? ''].flat().map(String).join(',');
}

/** Whether two values of a field are equal. Ids are compared as text, because a select holds text. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return partsOf(one) === partsOf(other);
}

export const NUMBER_KINDS: ReadonlySet<Shape['kind']> = new Set(['integer', 'amount', 'coordinate']);

/** Flag of a record that is kept only because others refer to it. Shows as a chip. */
const DISABLED = 'disabled';
/** A patient's fiscal code, which a scanned health card fills in. */
export const FISCAL_CODE = 'fiscalCode';
/** This field shows as a coloured chip (§2). */
const STATUS = 'status';
/** The version number of a record, for concurrent changes. Never shown. */
export const VERSION = 'version';
/** Fields of months: the value is the first day of the month. */
const MONTH = /month$/i;
/** Length of `DD/` in a formatted day. */
const DAY_LENGTH = 3;
/** Fields of codes. */
const CODE = /code$/i;
const UNREADABLE = new Set<Shape['kind']>(['id', 'record', 'map']);

export function isMonth(field: string, shape: Shape | undefined): boolean {
  return shape?.kind === 'date' && MONTH.test(field);
}

/** Whether the portal shows the field: not ids and versions, and no fields of nested records. */
export function isShown(field: string, shape: Shape): boolean {
  const kind = shape.kind === 'list' ? shape.item.kind : shape.kind;
  return field !== VERSION && !UNREADABLE.has(kind);
}

/** The column of a field, by its type (§2 Generic data table). */
export function columnOf(
  resource: string,
  key: string,
  shape: Shape | undefined,
  translate: Translate,
): ShownColumn<AnyRecord> {
  const base = { key, title: labelOf(resource, key, translate) };
  const text = (row: AnyRecord) => textOf(row[key]);
  const kind = shape?.kind;
  if (kind === 'coordinate') {
    return { ...base, kind: 'text', value: (row) => text(row)?.replace('.', ',') };
  }
  if (kind === 'integer') return { ...base, kind: 'number', value: (row) => row[key] as number | undefined };
  if (kind === 'amount') {
    const read = (given: Money | number | undefined) => (given === undefined ? undefined : money(given));
    // With all its decimals.
    const value = (row: AnyRecord) => read(row[key] as Money | number | undefined);
    return { ...base, kind: 'currency', shows: 'unitPrice', value };
  }
  if (isMonth(key, shape)) {
    const monthOf = (day: string | undefined) => day && formatDay(day).slice(DAY_LENGTH);
    return { ...base, kind: 'text', value: (row) => monthOf(text(row)) };
  }
  if (kind === 'date') return { ...base, kind: 'date', shows: 'day', value: text };
  if (kind === 'timestamp') return { ...base, kind: 'date', shows: 'instant', value: text };
  if (kind === 'flag' && key === DISABLED) {
    const value = (row: AnyRecord) =>
      row[key] === true
        ? ({ label: translate('resource:disabled'), tone: 'bad' } as const)
        : ({ label: translate('resource:enabled'), tone: 'good' } as const);
    return { ...base, title: translate('resource:state'), kind: 'chip', value };
  }
  if (kind === 'flag') {
    return { ...base, kind: 'text', value: (row) => translate(row[key] === true ? 'common:yes' : 'common:no') };
  }
  if (kind === 'word') {
    const label = (row: AnyRecord) => wordOf(resource, key, text(row) ?? NO_VALUE, translate);
    const tone = (row: AnyRecord) => (key === STATUS ? toneOf('record', text(row) ?? '') : 'neutral');
    return { ...base, kind: 'chip', value: (row) => ({ label: label(row), tone: tone(row) }) };
  }
  if (shape?.kind === 'list') {
    const words = (row: AnyRecord) => (Array.isArray(row[key]) ? row[key].map((word) => textOf(word) ?? '') : []);
    const shown = (row: AnyRecord) => words(row).map((word) => wordOf(resource, key, word, translate));
    return { ...base, kind: 'text', value: (row) => shown(row).join(', ') || undefined };
  }
  return { ...base, kind: 'text', value: text, isCode: CODE.test(key) };
}
