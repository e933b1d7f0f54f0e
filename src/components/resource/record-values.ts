import { zodResolver } from '@hookform/resolvers/zod';
import type { BaseKey } from '@refinedev/core';
import type { FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { MEANINGS } from '#contract/request.ts';
import { formatMonth } from '#contract/rules/dates.ts';
import { money, type Money, toWire } from '#contract/rules/money.ts';
import type { Shape } from '#contract/wire.ts';
import type { ResourceCalls } from '#src/providers/data/declaration.ts';
import { toneOf } from '../display/statuses.ts';
import { NO_VALUE } from '../display/value.tsx';
import type { ShownColumn } from '../table/column.ts';

/** Kinds that say more about a value than `text`. */
const SPECIFIC = new Set(['flag', 'date', 'word']);

/** The type of a value in a request schema; undefined if unknown. Of a union, the kind that says most. */
function shapeOf(schema: z.core.$ZodType): Shape | undefined {
  const meaning = MEANINGS.get(schema);
  if (meaning) return meaning;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') return shapeOf(def.innerType);
  if (def.type === 'array') return shapeOf(def.element);
  if (def.type === 'boolean') return { kind: 'flag' };
  if (def.type === 'enum') return { kind: 'word', words: Object.values(def.entries).map(String) };
  if (def.type === 'number') return { kind: 'format' in def && def.format === 'safeint' ? 'integer' : 'amount' };
  if (def.type === 'string') return { kind: 'format' in def && def.format === 'date' ? 'date' : 'text' };
  if (def.type === 'pipe') return shapeOf(def.out) ?? shapeOf(def.in);
  if (def.type !== 'union') return undefined;
  const shapes = def.options.map(shapeOf);
  return shapes.find((shape) => shape && SPECIFIC.has(shape.kind)) ?? shapes.find((shape) => shape?.kind === 'text');
}

type Schemas = Readonly<Record<string, z.core.$ZodType>>;

function shapesOfAll(schemas: Schemas): Readonly<Record<string, Shape>> {
  const entries = Object.entries(schemas).map(([name, schema]) => [name, shapeOf(schema)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, Shape] => entry[1] !== undefined));
}

/** The types of a call's parameters, from the schema of its query or body, as far as known. */
export function queryShapesOf({ query, body }: Pick<Call, 'query' | 'body'>): Readonly<Record<string, Shape>> {
  const { shape = {} } = (query ?? body ?? {}) as { readonly shape?: Schemas };
  return shapesOfAll(shape);
}

/** The types of the fields in a row of a list in a call's body. */
export function rowShapesOf({ body }: Pick<Call, 'body'>, list: string): Readonly<Record<string, Shape>> {
  const { shape = {} } = (body ?? {}) as { readonly shape?: Schemas };
  const { def } = (shape[list] as z.core.$ZodTypes | undefined)?._zod ?? {};
  return def?.type === 'array' ? shapesOfAll((def.element as { readonly shape?: Schemas }).shape ?? {}) : {};
}

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

export function labelOf(words: string, field: string, translate: Translate): string {
  return translate(`${words}:field.${field}`);
}

/** The translated value of an enumeration; an unknown value shows as it is. */
export function wordOf(words: string, field: string, word: string, translate: Translate): string {
  return translate(`${words}:${field}.${word}`, {}, word);
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

/** A patient's fiscal code, which a scanned health card fills in. */
export const FISCAL_CODE = 'fiscalCode';
/** The codes of a product, which a scanned pack fills in. */
export const EAN = 'ean1';
export const PHARMACY_CODE = 'pharmacyCode';
/** The version number of a record, for concurrent changes. Never shown. */
export const VERSION = 'version';
const UNREADABLE = new Set<Shape['kind']>(['id', 'record', 'map']);

/** Whether the portal shows the field: not ids and versions, and no fields of nested records. */
export function isShown(field: string, shape: Shape): boolean {
  const kind = shape.kind === 'list' ? shape.item.kind : shape.kind;
  return field !== VERSION && !UNREADABLE.has(kind);
}

/** This field shows as a coloured chip (§2). */
const STATUS = 'status';

/** The column of a field, by its type (§2 Generic data table). */
export function columnOf(
  words: string,
  key: string,
  shape: Shape | undefined,
  translate: Translate,
): ShownColumn<AnyRecord> {
  const base = { key, title: labelOf(words, key, translate) };
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
  if (shape?.kind === 'date' && shape.unit === 'month') {
    const monthOf = (day: string | undefined) => day && formatMonth(day);
    return { ...base, kind: 'text', value: (row) => monthOf(text(row)) };
  }
  if (kind === 'date') return { ...base, kind: 'date', shows: 'day', value: text };
  if (kind === 'timestamp') return { ...base, kind: 'date', shows: 'instant', value: text };
  if (shape?.kind === 'flag' && shape.tells === 'disabled') {
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
    const label = (row: AnyRecord) => wordOf(words, key, text(row) ?? NO_VALUE, translate);
    const tone = (row: AnyRecord) => (key === STATUS ? toneOf('record', text(row) ?? '') : 'neutral');
    return { ...base, kind: 'chip', value: (row) => ({ label: label(row), tone: tone(row) }) };
  }
  if (shape?.kind === 'list') {
    const values = (row: AnyRecord) => (Array.isArray(row[key]) ? row[key].map((word) => textOf(word) ?? '') : []);
    const shown = (row: AnyRecord) => values(row).map((word) => wordOf(words, key, word, translate));
    return { ...base, kind: 'text', value: (row) => shown(row).join(', ') || undefined };
  }
  return { ...base, kind: 'text', value: text, isCode: shape?.kind === 'text' && shape.isCode === true };
}

/** Checks the values of a form by the schema of a call's body, and hands them on as they were typed. */
export function bodyResolver({ body }: Pick<Call, 'body'>): Resolver {
  return zodResolver(body as unknown as z.ZodMiniType<FieldValues, FieldValues>, undefined, { raw: true });
}

/** The fields that the schema of a call's body has; all if it does not say. */
export function knownBy({ call }: { readonly call: Pick<Call, 'body'> }, fields: readonly string[]): readonly string[] {
  const { shape } = (call.body ?? {}) as { readonly shape?: object };
  return shape ? fields.filter((field) => field in shape) : fields;
}

/** A record as a request body: only these fields, amounts in wire format. */
export function bodyOf(record: AnyRecord, fields: readonly string[], shapes: Shapes): AnyRecord {
  const entries = fields.map((field) => {
    const value = record[field];
    const isAmount = shapes[field]?.kind === 'amount' && value !== undefined;
    return [field, isAmount ? toWire(value as Money) : value] as const;
  });
  return { id: record.id, ...Object.fromEntries(entries) };
}
