import * as z from 'zod/mini';
import { isValidUnitPrice, money } from './rules/money.ts';

/**
 * The building blocks of every request. The portal uses their input types only; the server parses with them, so that
 * a query value arrives as the type its use case needs. Empty query values never reach them (rules §1).
 */

const digits = z.string().check(z.regex(/^\d{1,15}$/));

/** A whole number from 0, as a number or as digits. */
const wholeNumber = z.union([z.int().check(z.minimum(0)), z.pipe(digits, z.transform(Number))]);

/** An identifier as the portal echoes it: a number, or the digits of one. */
export const requestId = wholeNumber;

/** The largest page that a list has (§9): no list names more rows, and no request needs more of them. */
const MOST_ROWS = 999_999;

function asId(value: unknown): number {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : NaN;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : NaN;
}

/**
 * Identifiers of up to all rows that a list may name, at least one. They are read in one pass that ends at the first
 * wrong one: an issue for each of a million would be the server's ruin.
 */
export const manyRequestIds = z.pipe(
  z
    .custom<(number | string)[]>((value) => Array.isArray(value) && value.length >= 1 && value.length <= MOST_ROWS)
    .register(z.globalRegistry, {
      type: 'array',
      items: {
        anyOf: [
          { type: 'integer', minimum: 0 },
          { type: 'string', pattern: '^\\d{1,15}$' },
        ],
      },
      minItems: 1,
      maxItems: MOST_ROWS,
    }),
  z.transform((values: (number | string)[], context) => {
    const ids: number[] = [];
    for (const value of values) {
      const id = asId(value);
      if (Number.isNaN(id)) {
        context.issues.push({ code: 'custom', input: value, message: 'no identifier' });
        return z.NEVER;
      }
      ids.push(id);
    }
    return ids;
  }),
);

/** A query names no more values than a person would choose. */
const MOST_VALUES = 200;

const oneOrMore = z.union([z.string(), z.int(), z.array(z.union([z.string(), z.int()]))]);

/** Several values, comma-joined or repeated (rules §1), each read by its own schema. */
export function severalOf<T extends z.ZodMiniType<unknown, string>>(value: T) {
  const split = z.transform((given: z.output<typeof oneOrMore>) =>
    [given].flat().flatMap((part) => String(part).split(',')),
  );
  return z.pipe(oneOrMore, z.pipe(split, z.array(value).check(z.maxLength(MOST_VALUES))));
}

/** Several identifiers. */
export const requestIds = severalOf(z.pipe(digits, z.transform(Number)));

/** Several of the given words. */
export function wordsOf<const V extends readonly [string, ...string[]]>(values: V) {
  return severalOf(z.enum(values));
}

/** Trimmed text of at most 100 characters; none of them NUL, which no database keeps. */
export const shortText = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(100),
  z.refine((value) => !value.includes('\0')),
);

/** A page of a list, zero-based (rules §1), with its sort order `field,…,dir`. */
export const page = z.optional(wholeNumber);
export const size = z.optional(
  z.union([z.int(), z.pipe(digits, z.transform(Number))]).check(z.refine((n) => n >= 1 && n <= MOST_ROWS)),
);
export const sort = z.optional(z.string().check(z.maxLength(200), z.regex(/^\w+(,\w+)*$/)));

/** A date-time with nanoseconds and offset is shorter. */
export const LONGEST_INSTANT = 40;

/**
 * A day `YYYY-MM-DD`, or a date-time of which the day in Europe/Rome is meant by the server (rules §1); from 1900,
 * when the zones had whole hours, and before the year 9999, after which days have no four-digit year.
 */
export const day = z
  .union([z.iso.date(), z.iso.datetime({ offset: true, local: true }).check(z.maxLength(LONGEST_INSTANT))])
  .check(z.refine((value) => value >= '1900' && value < '9999'));

/** 'true' or 'false' in a query. */
export const yesNo = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((value: 'true' | 'false') => value === 'true'),
  ),
]);

/** Euro; no unit price has more digits before its decimals, however dear the product. */
const UNIT_PRICE_LIMIT = 1_000_000;

/** A unit price in euro (rules §5). */
export const unitPrice = z
  .number()
  .check(z.refine((value) => Math.abs(value) < UNIT_PRICE_LIMIT && isValidUnitPrice(money(value))));
