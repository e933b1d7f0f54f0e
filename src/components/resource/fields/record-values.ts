import type { BaseKey } from '@refinedev/core';
import type { Call } from '#contract/call.ts';
import type { Shape } from '#contract/wire.ts';
import type { ResourceCalls } from '#src/providers/data/declaration.ts';

export interface AnyRecord extends Readonly<Record<string, unknown>> {
  readonly id: BaseKey;
}

export type Shapes = Readonly<Record<string, Shape>>;
export type Translate = (key: string, options?: object, defaultMessage?: string) => string;

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

export function textOf(value: unknown): string | undefined {
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

/** A patient's fiscal code, which a scanned health card fills in. */
export const FISCAL_CODE = 'fiscalCode';
/** The codes of a product, which a scanned pack fills in. */
export const EAN = 'ean1';
export const PHARMACY_CODE = 'pharmacyCode';
/** The version number of a record, for concurrent changes. Never shown. */
export const VERSION = 'version';
const BIRTH_DATE = 'birthDate';
/** Fields of months: the value is the first day of the month. */
const MONTH = /month$/i;
const UNREADABLE = new Set<Shape['kind']>(['id', 'record', 'map']);

/** What a date field holds. A birth lies in the past, whatever its year's two digits. */
export function dateUnitOf(field: string, shape: Shape | undefined): 'date' | 'month' | 'birth' {
  if (isMonth(field, shape)) return 'month';
  return field === BIRTH_DATE ? 'birth' : 'date';
}

export function isMonth(field: string, shape: Shape | undefined): boolean {
  return shape?.kind === 'date' && MONTH.test(field);
}

/** Whether the portal shows the field: not ids and versions, and no fields of nested records. */
export function isShown(field: string, shape: Shape): boolean {
  const kind = shape.kind === 'list' ? shape.item.kind : shape.kind;
  return field !== VERSION && !UNREADABLE.has(kind);
}
