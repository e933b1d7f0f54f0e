import * as z from 'zod/mini';
import { CATEGORY_TYPES } from './entities/shared.ts';
import { isValidUnitPrice, money } from './rules/money.ts';
import { readText } from './rules/typed-text.ts';
import type { Shape } from './wire.ts';

/**
 * The schemas of the request fields. The portal uses only their input types; the server parses requests with them. The
 * parser removes empty query values first (rules §1).
 */

const DIGITS = /^\d{1,16}$/;

/** A whole number from 0, as digits: as far as numbers are exact. */
const digits = z.pipe(
  z.string().check(
    z.regex(DIGITS),
    z.refine((text) => Number.isSafeInteger(Number(text))),
  ),
  z.transform(Number),
);

/**
 * A copy of a schema that says what the field means, with an example from the demonstration data. Only the OpenAPI
 * document shows both.
 */
export function described<S extends z.ZodMiniType>(
  schema: S,
  { description, example }: { readonly description: string; readonly example: unknown },
): S {
  const copy = schema.clone();
  z.globalRegistry.add(copy, { description, example });
  return copy;
}

/**
 * A secret of a request: a PIN or code, a token. It has no JSON, so that no log, audit or comparison of requests can tell
 * it; whoever needs it says so.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toJSON(): undefined {
    return undefined;
  }
}

/** A field of a request that holds a secret: the server's handler gets it as one. */
export function secret(schema: z.ZodMiniType<string, string>) {
  return z.pipe(
    schema,
    z.transform((value: string) => new Secret(value)),
  );
}

/** What a schema's value is, where the schema alone does not say it. Its copies mean the same. */
export const MEANINGS = z.registry<Shape>();

/** A whole number from 0, as a JSON number or as digits. */
const wholeNumber = z.union([z.int().check(z.minimum(0)), digits]);

/** An identifier: a JSON number, or digits. */
export const requestId = wholeNumber;

function idOf(what: string, example: number) {
  return described(requestId, { description: `${what}, as the server gave it.`, example });
}
export const amcOrderId = idOf('Number of an AMC order', 1);
export const aslId = idOf('Id of the health authority that pays', 8);
export const businessId = idOf('Id of a business', 4);
export const cartId = idOf('Id of a cart', 1);
export const dossierId = idOf('Id of a dossier', 1);
export const manufacturerId = idOf('Id of a manufacturer', 1);
export const patientId = idOf('Id of a patient', 2);
export const productId = idOf('Id of a product', 1);
export const purchaseId = idOf('Number of a purchase', 1);
export const rowId = idOf('Id of the row', 1);
export const storeId = idOf('Id of a store of the active business', 1);
export const voucherId = idOf('Id of a voucher of the patient', 1);

export const cartParams = z.strictObject({ cartId });
export const purchaseParams = z.strictObject({ purchaseId });
export const storeParams = z.strictObject({ storeId });

/** Of a command that a check has prepared; the user confirms it with PIN or code. */
export const txCommandId = described(requestId, {
  description:
    'Id of the command in the response to a check; valid for 10 minutes, and executed once. After a refusal it may be sent again, corrected. After its success it answers TRANSACTION_ALREADY_EXECUTED, whatever it is sent with, for 30 days. If its cart has changed since the check: CART_CHANGED. Before its success, with another cart or purchase than its own: not found. A cart says in its purchaseId for good that it was bought, a purchase in its status that it was cancelled.',
  example: 1,
});

export const commandParams = z.strictObject({ txCommandId });

/** PIN or code: at most 20 characters (§5); absent when the confirmation needs none (§7). */
const givenOtp = z.nullish(secret(z.string().check(z.maxLength(20))));
export const otp = described(
  z.pipe(
    givenOtp,
    z.transform((given) => given ?? undefined),
  ),
  {
    description: "The patient's PIN, or the cancellation code of the business; absent where neither is required.",
    example: '24680',
  },
);

/** The largest page size (§9). It is also the largest number of ids in a request. */
const MAX_ROWS = 999_999;

function asId(value: unknown): number {
  const id = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? id : NaN;
}

/**
 * From one to `MAX_ROWS` identifiers. Only the first wrong one is an issue: one for each of a million ids would take too
 * much memory.
 */
export const manyRequestIds = z.pipe(
  z
    .custom<(number | string)[]>((value) => Array.isArray(value) && value.length >= 1 && value.length <= MAX_ROWS)
    .register(z.globalRegistry, {
      type: 'array',
      items: {
        anyOf: [
          { type: 'integer', minimum: 0 },
          { type: 'string', pattern: DIGITS.source },
        ],
      },
      minItems: 1,
      maxItems: MAX_ROWS,
    }),
  z.transform((values: (number | string)[], context) => {
    const ids = values.map(asId);
    const wrong = ids.findIndex(Number.isNaN);
    if (wrong < 0) return ids;
    context.issues.push({ code: 'custom', input: values[wrong], message: 'no identifier' });
    return z.NEVER;
  }),
);

/** The largest number of values in a query parameter. */
const MAX_FILTER_VALUES = 200;

const oneOrMore = z.union([z.string(), z.int(), z.array(z.union([z.string(), z.int()]))]);

export const kindCode = z.string().check(z.regex(/^[A-Z][A-Z\d_]{1,29}$/));

/** The code of a kind of dossier. The server also looks whether there is such a kind, and refuses any other. */
export const dossierType = described(
  kindCode.clone().register(MEANINGS, { kind: 'word', words: CATEGORY_TYPES, isKindOfDossier: true }),
  {
    description: 'Code of a kind of dossier, or of the kind for which the products are: CELIAC, PROTEIN_FREE, others.',
    example: 'CELIAC',
  },
);

/** Several values, joined by commas or repeated (rules §1). The schema `value` reads each of them. */
export function severalOf<T extends z.ZodMiniType<unknown, string>>(value: T) {
  const split = z.transform((given: z.output<typeof oneOrMore>) =>
    [given].flat().flatMap((part) => String(part).split(',')),
  );
  return z.pipe(oneOrMore, z.pipe(split, z.array(value).check(z.maxLength(MAX_FILTER_VALUES))));
}

export const requestIds = severalOf(digits);

/** Several of the given words. */
export function wordsOf<const V extends readonly [string, ...string[]]>(values: V) {
  return severalOf(z.enum(values));
}

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;

/** Text in one line, as people write it (rules §11). Blanks at its ends never count; a line break inside is refused. */
export const oneLine = z.string().check(
  z.refine((text) => !LINE_BREAK.test(text.trim())),
  z.overwrite(readText),
);

/** Such a text of at most 100 characters. */
export const shortText = oneLine.check(z.minLength(1), z.maxLength(100));

/** A zero-based page of a list (rules §1). */
export const page = described(z.optional(wholeNumber), { description: 'Page, from 0.', example: 0 });
/** The largest page size of a list that is read in one piece. */
const MAX_SMALL_PAGE_ROWS = 200;

export const size = described(z.optional(z.union([z.int(), digits]).check(z.refine((n) => n >= 1 && n <= MAX_ROWS))), {
  description: 'Rows of a page.',
  example: 20,
});
/** The page size of a list that is read in one piece. */
export const smallSize = described(size.check(z.refine((n) => n === undefined || n <= MAX_SMALL_PAGE_ROWS)), {
  description: `Rows of a page, at most ${MAX_SMALL_PAGE_ROWS}.`,
  example: 20,
});
const sort = z.optional(z.string().check(z.maxLength(200), z.regex(/^\w+(,\w+)*$/)));

/** The order of a list, in the form `field,…,dir`. */
export function sortedBy(example: string) {
  return described(sort, {
    description: 'Fields, then the direction, comma-joined; without a direction, asc.',
    example,
  });
}

/** The maximum length of a date-time, which may have nanoseconds and an offset. */
export const MAX_TIMESTAMP_LENGTH = 40;

/**
 * A day `YYYY-MM-DD`, or a date-time that means its day in Europe/Rome (rules §1). Days before 1900 are refused,
 * because time zones had no whole hours; from the year 9999 on, the next year has more than four digits.
 */
export const day = z
  .union([z.iso.date(), z.iso.datetime({ offset: true, local: true }).check(z.maxLength(MAX_TIMESTAMP_LENGTH))])
  .check(z.refine((value) => value >= '1900' && value < '9999'));

export const dateStart = described(day, {
  description: 'First day, in Europe/Rome, included: YYYY-MM-DD.',
  example: '2026-11-01',
});
export const dateEnd = described(day, {
  description: 'Last day, in Europe/Rome, included: YYYY-MM-DD.',
  example: '2026-11-30',
});

/** 'true' or 'false' in a query. */
export const yesNo = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((value: 'true' | 'false') => value === 'true'),
  ),
]);

/** A unit price of this much or more is always an error. */
const MAX_UNIT_PRICE_EURO = 1_000_000;

/** A unit price in euro (rules §5). */
export const unitPrice = z
  .number()
  .check(z.refine((value) => Math.abs(value) < MAX_UNIT_PRICE_EURO && isValidUnitPrice(money(value))));

/** The formats of a table as a file. CSV is the one of §7; another is asked for only where the features name it. */
const FILE_FORMATS = ['csv', 'xlsx'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
export const fileFormat = described(z.optional(z.enum(FILE_FORMATS)), {
  description: 'Format of a table as a file; CSV where it is absent.',
  example: 'xlsx',
});

/** The extras of a call that answers a table in every format. */
export const EVERY_FORMAT = { formats: ['xlsx'] } as const;
