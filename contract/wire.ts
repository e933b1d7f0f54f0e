import * as z from 'zod/mini';
import { money as toMoney } from './rules/money.ts';

/**
 * The building blocks of every answer. Each block has two readings of the same field: `sent`, which the reference
 * server checks strictly before an answer leaves, and `read`, which the portal requires of any server (rules §1):
 * null is absent, unknown keys and unknown statuses pass, ids are numbers or strings.
 */
export interface Wire<S extends z.ZodMiniType = z.ZodMiniType, R extends z.ZodMiniType = z.ZodMiniType> {
  readonly sent: S;
  readonly read: R;
  readonly shape: Shape;
}

/** What a value is, for who shows or edits it. */
export type Shape =
  | { readonly kind: 'id' | 'text' | 'flag' | 'integer' | 'amount' | 'date' | 'timestamp' | 'coordinate' | 'map' }
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'record'; readonly fields: Readonly<Record<string, Shape>> };

/** What the reference server puts on the wire for this block. */
export type Sent<W extends Wire> = z.input<W['sent']>;

/** What the portal works with after reading this block. */
export type Read<W extends Wire> = z.output<W['read']>;

function wire<S extends z.ZodMiniType, R extends z.ZodMiniType>(shape: Shape, sent: S, read: R): Wire<S, R> {
  return { sent, read, shape };
}

const MAX_SIGNIFICANT_DIGITS = 15;
/** Euro; no column of ours holds more. */
const LARGEST_AMOUNT = 1e12;

function hasWireDigits(value: number): boolean {
  const digits = Math.abs(value).toExponential().replace(/e.*$/, '').replace('.', '');
  return digits.length <= MAX_SIGNIFICANT_DIGITS;
}

/** An identifier: an integer from our server, a number or a string from another; echoed as it came. */
export type Id = number | string;

export const id = wire(
  { kind: 'id' },
  z.int().check(z.nonnegative()),
  z.union([z.number(), z.string().check(z.minLength(1))]),
);

/** The longest text of our server, a signed SAML request among them. */
const LONGEST_TEXT = 20_000;

export const text = wire({ kind: 'text' }, z.string().check(z.maxLength(LONGEST_TEXT)), z.string());

/** The content of a file, as long as it is. */
export const content = wire({ kind: 'text' }, z.string(), z.string());

export const flag = wire({ kind: 'flag' }, z.boolean(), z.boolean());

export const integer = wire({ kind: 'integer' }, z.int(), z.number());

/** Euro. A JSON number of at most 15 significant digits on the wire, an exact decimal once read (design §3). */
export const amount = wire(
  { kind: 'amount' },
  z.number().check(z.minimum(-LARGEST_AMOUNT), z.maximum(LARGEST_AMOUNT), z.refine(hasWireDigits)),
  z.pipe(
    z.number().check(z.refine(Number.isFinite)),
    z.transform((value: number) => toMoney(value)),
  ),
);

/** Dates and instants of our server: none in history, none that a four-digit year cannot write. */
function isOfOurTimes(value: string): boolean {
  return value >= '1850' && value < '9999';
}

/** A date without time, `YYYY-MM-DD`. Read from its first ten characters and never shifted (rules §1). */
export const date = wire(
  { kind: 'date' },
  z.iso.date().check(z.refine(isOfOurTimes)),
  z.pipe(
    z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}/)),
    z.transform((value: string) => value.slice(0, 10)),
  ),
);

/** An instant, ISO 8601 with offset. */
export const timestamp = wire(
  { kind: 'timestamp' },
  z.iso.datetime({ offset: true }).check(z.refine(isOfOurTimes)),
  z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value)))),
);

/** A coordinate in degrees; a string is tolerated from another server. */
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

/** One of the given words from our server; any word from another, so that a new status never breaks a screen. */
export function oneOf<const V extends readonly [string, ...string[]]>(values: V) {
  return wire({ kind: 'word', words: values }, z.enum(values), z.string());
}

/** A field that a server may leave out or send as null; absent once read. */
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

/** A list. */
export function listOf<S extends z.ZodMiniType, R extends z.ZodMiniType>(block: Wire<S, R>) {
  return wire(listShape(block), z.array(block.sent), z.array(block.read));
}

/** Values by their names. */
export function mapOf<S extends z.ZodMiniType, R extends z.ZodMiniType>(block: Wire<S, R>) {
  return wire({ kind: 'map' }, z.record(z.string(), block.sent), z.record(z.string(), block.read));
}

/** A list that a server may leave out, or another one send as null; empty once read. */
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

/** A field whose value may make no sense from another server; absent then, as where there is none. */
export function whereReadable<S extends z.ZodMiniType, R extends z.ZodMiniType>(block: Wire<S, R>) {
  return wire(block.shape, z.nullish(block.sent), z.catch(z.optional(block.read), undefined));
}

function readableRows<R extends z.ZodMiniType>(read: R, rows: unknown[]): z.output<R>[] {
  return rows.flatMap((row) => {
    const { success, data } = z.safeParse(read, row);
    return success ? [data] : [];
  });
}

/** A list of which the rows that make no sense are left out: one bad row must not take the others with it. */
export function readableListOf<S extends z.ZodMiniType, R extends z.ZodMiniType>(block: Wire<S, R>) {
  const rows = (some: unknown[]) => readableRows(block.read, some);
  return wire(listShape(block), z.array(block.sent), z.pipe(z.array(z.unknown()), z.transform(rows)));
}

/** The same for the list that was asked for: where no row of it makes sense, neither does the answer. */
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

/** An object: no unknown key leaves our server, any unknown key of another is dropped. */
export function record<F extends Fields>(fields: F) {
  const keys = Object.entries(fields);
  const sent = Object.fromEntries(keys.map(([key, block]) => [key, block.sent])) as SentShape<F>;
  const read = Object.fromEntries(keys.map(([key, block]) => [key, block.read])) as ReadShape<F>;
  const shapes = Object.fromEntries(keys.map(([key, block]) => [key, block.shape]));
  return wire({ kind: 'record', fields: shapes }, z.strictObject(sent), z.object(read));
}
