import fc from 'fast-check';
import * as z from 'zod';
import { api } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import { checkCart, executeCart, putCartProduct } from '#contract/calls/carts.ts';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { checkCancellation, checkPurchase, executeCancellation, executePurchase } from '#contract/calls/purchases.ts';
import { ASL, BUSINESSES, CANCEL_CODE, PATIENTS, PIN, PRODUCTS, PURCHASES, STORES, TEST_NOW } from './fixture.ts';
import { SALES } from './sale.ts';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

type Schema = z.core.JSONSchema.BaseSchema;
type Fields = Readonly<Record<string, unknown>>;

/** The sessions that make requests. `bottega` is the user of `aurora` in another business. */
export const FUZZED_SESSIONS = [
  ...(['aurora', 'bottega', 'corso', 'aslSassari', 'region', 'districtSassari'] as const),
  ...(['client', 'forged', 'nobody'] as const),
] as const;
export type FuzzedSession = (typeof FUZZED_SESSIONS)[number];

/**
 * Refers to an id that the same session has seen: the last one, the one before it, and so on. For a command, the id
 * from the call that named it.
 */
export class Seen {
  readonly field: string;
  readonly nth: number;
  constructor(field: string, nth: number) {
    this.field = field;
    this.nth = nth;
  }
}

/** A request before it is sent: its call, and what is wrong with it. */
export interface FuzzedRequest {
  readonly call: Call['name'];
  readonly session: FuzzedSession;
  readonly method: string;
  readonly params: Fields;
  readonly query: Fields;
  /** Sent as JSON or as a form; undefined for none. */
  readonly body: unknown;
  /** Sent in place of the body. */
  readonly text?: string;
  readonly contentType: string;
}

type Parts = Pick<FuzzedRequest, 'params' | 'query' | 'body'>;

function ids(...values: number[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, fc.constantFrom(...values.map(String)));
}

/** An id of an earlier answer, or a row of the fixture, whoever owns it. */
function seen(field: string, ...values: number[]): fc.Arbitrary<unknown> {
  const latest = fc.nat({ max: 3 }).map((nth) => new Seen(field, nth));
  return fc.oneof({ weight: 9, arbitrary: latest }, ids(...values));
}

const days = fc.constantFrom('2026-05-01', '2026-05-31', '2026-04-20', '2026-05-15T10:00:00+02:00', '1900-01-01');
const purchaseIds = Object.values(PURCHASES).map(({ id }) => id);

/** Values that refer to existing data. */
const KNOWN: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  patientId: ids(...Object.values(PATIENTS).map(({ id }) => id)),
  voucherId: ids(100, 200, 300, 310, 400, 600, 700, 800, 1001),
  storeId: ids(...Object.values(STORES)),
  productId: ids(...Object.values(PRODUCTS).map(({ id }) => id)),
  businessId: ids(...Object.values(BUSINESSES)),
  aslId: ids(...Object.values(ASL)),
  cartId: seen('cartId', ...purchaseIds),
  purchaseId: seen('purchaseId', ...purchaseIds),
  txCommandId: seen('txCommandId', 1, 2),
  amcOrderId: seen('amcOrderId', 1, 2),
  purchasesIds: fc.array(seen('purchaseId', ...purchaseIds), { minLength: 1, maxLength: 2 }),
  orderDate: fc.constant(TEST_NOW.toISOString()),
  fiscalCode: fc.constantFrom('RSSMRA', 'rssmra80', PATIENTS.withoutPin.fiscalCode),
  otp: fc.constantFrom(PIN, CANCEL_CODE, '00000', null),
  quantity: fc.integer({ min: 1, max: 3 }),
  pricePerUnit: fc.constantFrom(3.5, 0.004, 1.333333, 4.8),
  dateStart: days,
  dateEnd: days,
  sort: fc.constantFrom('createTime,desc', 'name,asc', 'storeId', 'orderDate', 'lastName,firstName,asc'),
  size: fc.constantFrom(1, 5, 20, 9999, 999_999),
  page: fc.nat({ max: 3 }),
  clientId: fc.constant('food-voucher-portal'),
  // Rows that operators have created, because the fixture's rows must not change.
  id: ids(10_000, 10_001),
  version: fc.constant(1),
};

/** Executes the command of an earlier answer, for the checked object. */
function execution(check: Call, target?: string): fc.Arbitrary<Partial<Parts>> {
  return fc
    .record({ nth: fc.nat({ max: 1 }), otp: fc.constantFrom(PIN, CANCEL_CODE, undefined) })
    .map(({ nth, otp }) => ({
      params: target === undefined ? {} : { [target]: new Seen(`${check.name} ${target}`, nth) },
      body: { txCommandId: new Seen(check.name, nth), otp },
    }));
}

/** Parts of a request that belong together. */
const FITTING: Readonly<Record<string, fc.Arbitrary<Partial<Parts>>>> = {
  [checkCart.name]: fc.constantFrom(
    ...Object.values(SALES).flatMap(({ patientId, voucherId }) =>
      Object.values(STORES).map((storeId) => ({ body: { patientId, voucherId, storeId } })),
    ),
  ),
  [executeCart.name]: execution(checkCart),
  [executePurchase.name]: execution(checkPurchase, 'cartId'),
  [executeCancellation.name]: execution(checkCancellation, 'purchaseId'),
  [createAmcOrders.name]: fc.nat({ max: 3 }).map((nth) => {
    // The purchases seen last are often those that were cancelled.
    const bought = new Seen(`${executePurchase.name} purchaseId`, nth);
    return { body: { purchasesIds: [bought], orderDate: TEST_NOW.toISOString() } };
  }),
  [putCartProduct.name]: fc
    .constantFrom(...Object.values(PRODUCTS))
    .map(({ id, refPrice }) => ({ body: { productId: id, quantity: 1, pricePerUnit: Number(refPrice) } })),
};

function ofString({ pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const texts = fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: 'binary' });
  return fc.oneof({ weight: 2, arbitrary: texts }, fc.constantFrom('Farina\0di riso', 'Farina \ud800', '%_\\'));
}

/** Values of a schema of the contract. Rules that only code checks, such as the decimals of a price, are not in it. */
function ofSchema(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => ofSchema(one)));
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema;
  switch (schema.type) {
    case 'string':
      return ofString(schema);
    case 'integer':
      return fc.integer({ min: minimum, max: maximum });
    case 'number':
      return fc.double();
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(ofSchema(schema.items as Schema), { minLength: schema.minItems ?? 0, maxLength: 5 });
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, ofSchema(one as Schema)]);
      return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>);
    }
    case undefined:
      break;
  }
  throw new Error(`nothing is known of ${JSON.stringify(schema)}`);
}

function ofField(name: string, schema: Schema): fc.Arbitrary<unknown> {
  const known = KNOWN[name];
  return known ? fc.oneof({ weight: 9, arbitrary: known }, ofSchema(schema)) : ofSchema(schema);
}

function ofPart(part: z.core.$ZodType | undefined): fc.Arbitrary<Fields> {
  if (part === undefined) return fc.constant({});
  const { properties = {}, required = [] } = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' });
  const fields = Object.entries(properties).map(([name, schema]) => [name, ofField(name, schema as Schema)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}

/** Values that are invalid everywhere, or look valid. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, '', ' ', true, {}, [], [[]], [null], -1, -0, 1.5, 1e-7, 1e21, 1e308, 2 ** 31, 2 ** 53, 2 ** 63],
    ...['\0', 'a\0b', '\ud800', 'a\udc00', '\uFFFF', '\u202E', '1e3', '٣', '0x1F', ' 1', 'NaN', '-1', '99999999999'],
    ...['1800-01-01', '0001-01-01', '9999-12-31', '2026-02-30', '9999-12-31T23:30:00Z', '1800-01-01T00:00:00Z'],
    ...['0001-01-01T00:00:00Z', '2026-05-15T10:00:00+99:99', '2026-05-15', '+275760-09-13T00:00:00.000Z'],
    ...["'; drop table voucher; --", '%', '_%', '\\', '../../etc/passwd', '${7*7}', '=1+1', '<script>', '🥖'],
  ),
  fc.nat({ max: 2000 }).map((depth) => JSON.parse('['.repeat(depth + 1) + ']'.repeat(depth + 1)) as unknown),
  fc.nat({ max: 20_000 }).map((length) => 'x'.repeat(length)),
  fc.nat({ max: 20_000 }).map((length) => Array.from({ length }, (_, index) => index)),
  fc.array(fc.oneof(fc.nat(), fc.string())),
  fc.jsonValue(),
);

const unknownNames = fc.constantFrom(
  'unknown',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(100),
  'é',
  '\0',
  ' ',
);

/** One error in a request, with the position of its field. */
type Wrong =
  | { readonly how: 'value'; readonly at: number; readonly value: unknown }
  | { readonly how: 'missing' | 'repeated'; readonly at: number }
  | { readonly how: 'unknown'; readonly name: string; readonly value: unknown }
  | { readonly how: 'whole'; readonly value: unknown }
  | { readonly how: 'text'; readonly text: string }
  | { readonly how: 'type'; readonly contentType: string }
  | { readonly how: 'method'; readonly method: string };

const place = fc.nat({ max: 20 });
const wrong: fc.Arbitrary<Wrong> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ how: fc.constant('value' as const), at: place, value: nasty }) },
  { weight: 2, arbitrary: fc.record({ how: fc.constantFrom('missing' as const, 'repeated' as const), at: place }) },
  fc.record({ how: fc.constant('unknown' as const), name: unknownNames, value: nasty }),
  fc.record({ how: fc.constant('whole' as const), value: nasty }),
  fc.record({
    how: fc.constant('text' as const),
    text: fc.oneof(
      fc.string(),
      fc.constantFrom('{"a":1', '{"otp":1e400}', '\uFEFF{}', '{"a":1,"a":2}', '[1,]', 'null'),
    ),
  }),
  fc.record({
    how: fc.constant('type' as const),
    contentType: fc.constantFrom('text/plain', 'application/xml', FORM, `${JSON_TYPE};charset=utf-16`, 'x'),
  }),
  fc.record({ how: fc.constant('method' as const), method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH') }),
);

/** Changes or removes one field of a request. A path parameter cannot be removed. */
function withField(parts: Parts, at: number, change: (value: unknown) => readonly unknown[]): Parts {
  const fields = (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.keys(parts[part] ?? {}).map((name) => ({ part, name })),
  );
  const chosen = fields[at % Math.max(fields.length, 1)];
  if (chosen === undefined) return parts;
  const { [chosen.name]: value, ...rest } = parts[chosen.part] as Fields;
  const [changed] = change(value);
  if (changed === undefined && chosen.part === 'params') return parts;
  return { ...parts, [chosen.part]: changed === undefined ? rest : { ...rest, [chosen.name]: changed } };
}

function spoil(request: FuzzedRequest, how: Wrong): FuzzedRequest {
  switch (how.how) {
    case 'value':
      return { ...request, ...withField(request, how.at, () => [how.value]) };
    case 'missing':
      return { ...request, ...withField(request, how.at, () => []) };
    case 'repeated':
      return { ...request, ...withField(request, how.at, (value) => [[value, value]]) };
    case 'unknown': {
      const part = request.body === undefined ? 'query' : 'body';
      const more = Object.fromEntries([...Object.entries(request[part] ?? {}), [how.name, how.value]]);
      return { ...request, [part]: more };
    }
    case 'whole':
      return { ...request, body: how.value };
    case 'text':
      return { ...request, text: how.text };
    case 'type':
      return { ...request, contentType: how.contentType };
    case 'method':
      return { ...request, method: how.method };
  }
}

/** A session for the call, usually one with access. */
function sessionFor({ access }: Call): fc.Arbitrary<FuzzedSession> {
  const fitting: readonly FuzzedSession[] =
    access === 'public' || access === 'client'
      ? ['client']
      : [
          ...(access.includes('BUSINESS')
            ? (['aurora', 'aurora', 'aurora', 'aurora', 'bottega', 'corso'] as const)
            : []),
          ...(access.includes('ASL') ? (['aslSassari'] as const) : []),
          ...(access.includes('REGION') ? (['region'] as const) : []),
          ...(access.includes('OPERATOR') ? (['region', 'districtSassari'] as const) : []),
        ];
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...fitting) },
    { weight: 1, arbitrary: fc.constantFrom(...FUZZED_SESSIONS) },
  );
}

function ofCall(call: Call): fc.Arbitrary<FuzzedRequest> {
  const request: fc.Arbitrary<FuzzedRequest> = fc.record({
    call: fc.constant(call.name),
    session: sessionFor(call),
    method: fc.constant(call.method),
    params: ofPart(call.params),
    query: ofPart(call.query),
    body: call.body ? ofPart(call.body) : fc.constant(undefined),
    contentType: fc.constant(call.encoding === 'form' ? FORM : JSON_TYPE),
  });
  const nothing = fc.constant<Partial<Parts>>({});
  const fitting = fc.oneof(nothing, { weight: 3, arbitrary: FITTING[call.name] ?? nothing });
  const wrongs = fc.oneof(fc.constant([]), fc.array(wrong, { minLength: 1, maxLength: 2 }));
  return fc.tuple(request, fitting, wrongs).map(([right, parts, hows]) => hows.reduce(spoil, { ...right, ...parts }));
}

/** Calls that move money, calls with many fields, and calls not only for operators come more often. */
function weightOf({ name, method, query }: Call): number {
  const movesMoney = method !== 'GET' && /^(carts|purchases|amc-orders)\./.test(name);
  if (name.startsWith('admin-')) return 1;
  const { shape = {} } = (query ?? {}) as { readonly shape?: object };
  return movesMoney ? 48 : Object.keys(shape).some((field) => field !== 'format') ? 4 : 2;
}

/** Requests of every call of the contract: valid, almost valid, and hostile. */
export const fuzzedRequest: fc.Arbitrary<FuzzedRequest> = fc.oneof(
  ...api.map((call) => ({ weight: weightOf(call), arbitrary: ofCall(call) })),
);
