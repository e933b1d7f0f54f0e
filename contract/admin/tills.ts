import * as z from 'zod/mini';
import { businessId, described, shortText, storeId } from '../request.ts';
import { code, flag, id, optional, text, timestamp } from '../wire.ts';
import { defineResource, documentCall } from './define.ts';
import { OF_BUSINESS, disabled, maybe, version, words } from './fields.ts';

const number = z.string().check(z.regex(/^[\w-]+$/));
/** A coordinate has as many bytes as its curve wants (RFC 7518, 6.2.1.2). */
const coordinate = (length: number) => number.check(z.length(length));

/** What may be said of a key besides its numbers (RFC 7517, 4), as programs that make keys do. */
function members<const A extends readonly [string, ...string[]]>(...algorithms: A) {
  return {
    alg: z.optional(z.enum(algorithms)),
    use: z.optional(z.literal('sig')),
    key_ops: z.optional(z.tuple([z.literal('verify')])),
    kid: z.optional(z.string()),
    ext: z.optional(z.boolean()),
  };
}

function ofCurve<const C extends string, const A extends string>(crv: C, algorithm: A, length: number) {
  const point = { x: coordinate(length), y: coordinate(length) };
  return z.strictObject({ kty: z.literal('EC'), crv: z.literal(crv), ...point, ...members(algorithm) });
}

/** The public keys by which tills sign, each with exactly its members. The exponent of RSA is 65537. */
const publicJwk = z.union([
  z.strictObject({ kty: z.literal('RSA'), n: number, e: z.literal('AQAB'), ...members('RS256', 'PS256') }),
  ofCurve('P-256', 'ES256', 43),
  ofCurve('P-384', 'ES384', 64),
  ofCurve('P-521', 'ES512', 88),
  z.strictObject({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: coordinate(43),
    ...members('EdDSA', 'Ed25519'),
  }),
]);
export type PublicJwk = z.output<typeof publicJwk>;

/** Whether an object in JSON, which has no other in it, names a member twice: another reader may take the first. */
function namesTwice(json: string, object: object): boolean {
  const names = [...json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined);
  return names.length !== Object.keys(object).length;
}

/** Reads a public key; undefined for any other text. Whether its numbers are good is for the server to say. */
export function parsePublicJwk(text: string): PublicJwk | undefined {
  try {
    const { data } = z.safeParse(publicJwk, JSON.parse(text));
    return data === undefined || namesTwice(text, data) ? undefined : data;
  } catch {
    return undefined;
  }
}

/** The public key of a till as a JWK: of an elliptic curve, or of RSA. */
const publicKey = described(
  z.string().check(
    z.trim(),
    z.maxLength(2000),
    z.refine((text) => parsePublicJwk(text) !== undefined),
  ),
  {
    description:
      'A public key as JWK (RFC 7517), with which the till signs: RSA of 2048 to 8192 bits with the exponent 65537, P-256, P-384, P-521 or Ed25519.',
    example: '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}',
  },
);

/** The tills of chains: machine credentials for one store, which never changes. */
export const adminTills = defineResource({
  name: 'tills',
  noun: 'till',
  path: 'casse',
  access: ['REGION'],
  fields: {
    storeId: {
      row: id,
      input: storeId,
      filter: z.optional(storeId),
      match: 'id',
      isFixed: true,
      refersTo: { resource: 'admin-stores', labels: ['name', 'code'], search: 'name' },
    },
    storeName: { row: text },
    businessName: { row: text },
    businessId: { filter: z.optional(businessId), refersTo: OF_BUSINESS },
    name: words(
      described(shortText, { description: 'Name of a till; in a search, how it begins.', example: 'Cassa 3' }),
    ),
    clientId: { row: code },
    hasSecret: { row: flag },
    publicKey: maybe(text, publicKey),
    lastUsed: { row: optional(timestamp) },
    disabled,
  },
  columns: ['name', 'storeName', 'businessName', 'clientId', 'lastUsed', 'disabled'],
  filters: ['name', 'businessId', 'storeId', 'disabled'],
  sorts: ['name'],
});

/** Its file has the till's client id and secret, and where it gets a token. Nothing else ever tells the secret. */
export const issueAdminTillSecret = documentCall(
  adminTills,
  'issueSecret',
  'makes the secret of a till, which replaces a former one.',
  z.strictObject({ version }),
);
