import * as z from 'zod/mini';
import { businessId, described, shortText, storeId } from '../request.ts';
import { code, flag, id, optional, text, timestamp } from '../wire.ts';
import { defineResource, documentCall } from './define.ts';
import { OF_BUSINESS, disabled, maybe, version, words } from './fields.ts';

/** The members of a public key by its type (RFC 7518, 6), and `d`, which only a private key has. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'x', 'y'],
  OKP: ['crv', 'x'],
  RSA: ['n', 'e'],
};
const PRIVATE = 'd';

function isPublicKey(value: string): boolean {
  try {
    const key: unknown = JSON.parse(value);
    if (typeof key !== 'object' || key === null || !('kty' in key) || PRIVATE in key) return false;
    const members = MEMBERS[String(key.kty)];
    return members?.every((name) => name in key) === true;
  } catch {
    return false;
  }
}

/** The public key of a till as a JWK: of an elliptic curve, or of RSA. */
const publicKey = described(z.string().check(z.trim(), z.maxLength(2000), z.refine(isPublicKey)), {
  description: 'A public key as JWK (RFC 7517), with which the till signs: EC, OKP or RSA.',
  example: '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}',
});

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
