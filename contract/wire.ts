import * as z from 'zod/mini';
import { money as toMoney } from './rules/money.ts';

/**
 * A field of a response, with two schemas. `sent` checks strictly what the reference server sends. `read` is tolerant,
 * because the portal accepts any server (rules §1): null means absent, unknown keys and unknown statuses are allowed,
 * ids are numbers or strings.
 */
export interface Wire<S extends z.ZodMiniType = z.ZodMiniType, R extends z.ZodMiniType = z.ZodMiniType> {
  readonly sent: S;
  readonly read: R;
  readonly shape: Shape;
}

/**
 * The type of a value, for code that displays or edits it. A month is the first of its days; a birth lies in the past,
 * whatever its year's two digits. A server may know more kinds of dossier than the words say.
 */
export type Shape =
  | { readonly kind: 'id' | 'integer' | 'amount' | 'timestamp' | 'coordinate' | 'map' }
  | { readonly kind: 'flag'; readonly tells?: 'disabled' }
  | { readonly kind: 'text'; readonly isCode?: true }
  | { readonly kind: 'date'; readonly unit?: 'month' | 'birth' }
  | { readonly kind: 'word'; readonly words: readonly string[]; readonly isKindOfDossier?: true }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'record'; readonly fields: Readonly<Record<string, Shape>> };

/** The value that the reference server sends. */
export type Sent<W extends Wire> = z.input<W['sent']>;

/** The value that the portal gets after reading. */
export type Read<W extends Wire> = z.output<W['read']>;

function wire<S extends z.ZodMiniType, R extends z.ZodMiniType>(shape: Shape, sent: S, read: R): Wire<S, R> {
  return { sent, read, shape };
}

const MAX_SIGNIFICANT_DIGITS = 15;
/** In euro; larger than every amount in the database. */
const MAX_AMOUNT_EURO = 1e12;

function hasWireDigits(value: number): boolean {
  const digits = Math.abs(value).toExponential().replace(/e.*$/, '').replace('.', '');
  return digits.length <= MAX_SIGNIFICANT_DIGITS;
}

/** An identifier: an integer from our server, a number or a string from another. The portal sends it back unchanged. */
export type Id = number | string;

export const id = wire(
  { kind: 'id' },
  z.int().check(z.nonnegative()),
  z.union([z.number(), z.string().check(z.minLength(1))]),
);

/** The longest text that our server sends, for example a signed SAML request. */
const MAX_TEXT_LENGTH = 20_000;

export const text = wire({ kind: 'text' }, z.string().check(z.maxLength(MAX_TEXT_LENGTH)), z.string());

/** A text of letters and digits without meaning of their own, such as a fiscal code. */
export const code = wire({ kind: 'text', isCode: true }, text.sent, text.read);

/** The content of a file, without a length limit. */
export const content = wire({ kind: 'text' }, z.string(), z.string());

export const flag = wire({ kind: 'flag' }, z.boolean(), z.boolean());

/** Whether a record is disabled and only kept because others refer to it. */
export const disabledFlag = wire({ kind: 'flag', tells: 'disabled' }, flag.sent, flag.read);

export const integer = wire({ kind: 'integer' }, z.int(), z.number());

/**
 * An amount in euro. A JSON number of at most 15 significant digits on the wire, an exact decimal after reading (design
 * §3).
 */
export const amount = wire(
  { kind: 'amount' },
  z.number().check(z.minimum(-MAX_AMOUNT_EURO), z.maximum(MAX_AMOUNT_EURO), z.refine(hasWireDigits)),
  z.pipe(
    z.number().check(z.refine(Number.isFinite)),
    z.transform((value: number) => toMoney(value)),
  ),
);

/** Whether a date is in the range that our server may send: from 1850, with a year of four digits. */
function isInDateRange(value: string): boolean {
  return value >= '1850' && value < '9999';
}

/**
 * A date `YYYY-MM-DD` without time. The portal reads the first ten characters and never converts time zones (rules §1).
 */
export const date = wire(
  { kind: 'date' },
  z.iso.date().check(z.refine(isInDateRange)),
  z.pipe(
    z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}/)),
    z.transform((value: string) => value.slice(0, 10)),
  ),
);

/** The first day of a month. */
export const month = wire({ kind: 'date', unit: 'month' }, date.sent, date.read);

export const birthDate = wire({ kind: 'date', unit: 'birth' }, date.sent, date.read);

/** An instant, ISO 8601 with offset. */
export const timestamp = wire(
  { kind: 'timestamp' },
  z.iso.datetime({ offset: true }).check(z.refine(isInDateRange)),
  z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value)))),
);

/** A coordinate in degrees; another server may send it as a string. */
export const coordinate = wire(
  { kind: 'coordinate' },
  z.number().check(z.minimum(-180), z.maximum(180)),
  z.union([
    z.number(),
    z.pipe(
      z.string().check(z.refine((value) => value.trim() !== '' && Number.isFinite(Number(value)))),
      z.transform(Number),
    ),
  ]),
);

/**
 * One of the given words from our server. From another server any word is accepted, so that a new status breaks no
 * screen.
 */
export function enumOf<const V extends readonly [string, ...string[]]>(values: V) {
  return wire({ kind: 'word', words: values }, z.enum(values), z.string());
}

/** The code of a kind of dossier: one of these, or another one that is a row of the server. */
export function kindOfDossier(known: readonly string[]) {
  return wire({ kind: 'word', words: known, isKindOfDossier: true }, code.sent, z.string());
}

/** A field that a server may omit or send as null; absent after reading. */
export function optional<S extends z.ZodMiniType, R extends z.ZodMiniType>(block: Wire<S, R>) {
  return wire(
    block.shape,
    z.nullish(block.sent),
    z.pipe(
      z.nullish(block.read),
      z.transform((value: z.output<R> | null | undefined) => value ?? undefined),
    ),
  );
}

function listShape({ shape }: Wire): Shape {
  return { kind: 'list', item: shape };
}

export function listOf<S extends z.ZodMiniType, R extends z.ZodMiniType>(block: Wire<S, R>) {
  return wire(listShape(block), z.array(block.sent), z.array(block.read));
}

/** A map from names to values. */
export function mapOf<S extends z.ZodMiniType, R extends z.ZodMiniType>(block: Wire<S, R>) {
  return wire({ kind: 'map' }, z.record(z.string(), block.sent), z.record(z.string(), block.read));
}

/** A list that a server may omit or send as null; empty after reading. */
export function optionalListOf<S extends z.ZodMiniType, R extends z.ZodMiniType>(block: Wire<S, R>) {
  return wire(
    listShape(block),
    z.optional(z.array(block.sent)),
    z.pipe(
      z.nullish(z.array(block.read)),
      z.transform((value: z.output<R>[] | null | undefined) => value ?? []),
    ),
  );
}

/** A field that becomes absent after reading when another server sends an invalid value. */
export function whereReadable<S extends z.ZodMiniType, R extends z.ZodMiniType>(block: Wire<S, R>) {
  return wire(block.shape, z.nullish(block.sent), z.catch(z.optional(block.read), undefined));
}

function readableRows<R extends z.ZodMiniType>(read: R, rows: unknown[]): z.output<R>[] {
  return rows.flatMap((row) => {
    const { success, data } = z.safeParse(read, row);
    return success ? [data] : [];
  });
}

/** A list without its invalid rows: one bad row must not hide the others. */
export function readableListOf<S extends z.ZodMiniType, R extends z.ZodMiniType>(block: Wire<S, R>) {
  const rows = (some: unknown[]) => readableRows(block.read, some);
  return wire(listShape(block), z.array(block.sent), z.pipe(z.array(z.unknown()), z.transform(rows)));
}

/** The main list of a response, without its invalid rows. When all rows are invalid, the response is invalid too. */
export function partlyReadableListOf<S extends z.ZodMiniType, R extends z.ZodMiniType>(block: Wire<S, R>) {
  const hasSense = (some: unknown[]) => some.length === 0 || readableRows(block.read, some).length > 0;
  const rows = (some: unknown[]) => readableRows(block.read, some);
  return wire(
    listShape(block),
    z.array(block.sent),
    z.pipe(z.array(z.unknown()).check(z.refine(hasSense)), z.transform(rows)),
  );
}

type Fields = Record<string, Wire>;
type SentShape<F extends Fields> = { [K in keyof F]: F[K]['sent'] };
type ReadShape<F extends Fields> = { [K in keyof F]: F[K]['read'] };

/** An object. Our server sends no unknown keys; the portal ignores unknown keys of other servers. */
export function record<F extends Fields>(fields: F) {
  const keys = Object.entries(fields);
  const sent = Object.fromEntries(keys.map(([key, block]) => [key, block.sent])) as SentShape<F>;
  const read = Object.fromEntries(keys.map(([key, block]) => [key, block.read])) as ReadShape<F>;
  const shapes = Object.fromEntries(keys.map(([key, block]) => [key, block.shape]));
  return wire({ kind: 'record', fields: shapes }, z.strictObject(sent), z.object(read));
}
