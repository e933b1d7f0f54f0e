import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { adminTills } from '#contract/admin/tills.ts';
import { bodySchemas } from '#server/administration/admin-resource.ts';
import { readPublicKey } from '#server/tills/public-key.ts';

type Jwk = Readonly<Record<string, unknown>>;

function jwkOf({ publicKey }: { readonly publicKey: KeyObject }): Jwk {
  return publicKey.export({ format: 'jwk' });
}

/** A number of so many bits, as a modulus that nobody has made of primes. */
function modulus(bits: number, last = 0x01): string {
  const bytes = Buffer.alloc(Math.ceil(bits / 8), 0x5a);
  bytes[0] = 0x80 >> ((8 - (bits % 8)) % 8);
  bytes[bytes.length - 1] = last;
  return bytes.toString('base64url');
}

function shifted(text: unknown): string {
  return Buffer.concat([Buffer.from([0]), Buffer.from(String(text), 'base64url')]).toString('base64url');
}

const rsa = jwkOf(generateKeyPairSync('rsa', { modulusLength: 2048 }));
const p256 = jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const p384 = jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }));
const p521 = jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-521' }));
const ed25519 = jwkOf(generateKeyPairSync('ed25519'));
const GOOD = { rsa, p256, p384, p521, ed25519 };

const privateOf = (key: KeyObject): Jwk => key.export({ format: 'jwk' });

/** What is no key of a till, with the reason. */
const WEAK: Readonly<Record<string, Jwk | string>> = {
  // Whoever knows these can sign, or find out how.
  'RSA, exponent 1': { ...rsa, e: 'AQ' },
  'RSA, exponent 0': { ...rsa, e: 'AA' },
  'RSA, exponent 2': { ...rsa, e: 'Ag' },
  'RSA, exponent 3': { ...rsa, e: 'Aw' },
  'RSA, exponent 17': { ...rsa, e: 'EQ' },
  'RSA, exponent 65536': { ...rsa, e: 'AQAA' },
  'RSA, exponent 65537 with zeros before it': { ...rsa, e: 'AAEAAQ' },
  'RSA, exponent as large as the modulus': { ...rsa, e: rsa.n },
  'RSA, exponent as a number': { ...rsa, e: 65_537 },
  'RSA, modulus of 512 bits': { ...rsa, n: modulus(512) },
  'RSA, modulus of 1024 bits': { ...rsa, n: modulus(1024) },
  'RSA, modulus of 2047 bits': { ...rsa, n: modulus(2047) },
  'RSA, modulus of 1024 bits after zeros': { ...rsa, n: shifted(modulus(1024)) },
  'RSA, modulus of 8193 bits': { ...rsa, n: modulus(8193) },
  'RSA, modulus of 16384 bits': { ...rsa, n: modulus(16_384) },
  'RSA, modulus 0': { ...rsa, n: 'AA' },
  'RSA, modulus 1': { ...rsa, n: 'AQ' },
  'RSA, modulus of zeros': { ...rsa, n: Buffer.alloc(256).toString('base64url') },
  'RSA, no modulus': { kty: 'RSA', e: 'AQAB' },
  'RSA, empty modulus': { ...rsa, n: '' },
  'RSA, even modulus': { ...rsa, n: modulus(2048, 0x02) },
  'RSA, zero before the modulus': { ...rsa, n: shifted(rsa.n) },
  'RSA, modulus in base64': { ...rsa, n: `${String(rsa.n).slice(0, -2)}+/` },
  'RSA, modulus with padding': { ...rsa, n: `${String(rsa.n)}==` },
  'RSA, PSS parameters': { ...rsa, kty: 'RSA-PSS' },
  'P-192': { ...p256, crv: 'P-192' },
  'P-224': { ...p256, crv: 'P-224' },
  secp256k1: jwkOf(generateKeyPairSync('ec', { namedCurve: 'secp256k1' })),
  'a point that is not on its curve': { ...p256, y: p256.x },
  'the point at infinity': { ...p256, x: 'A'.repeat(43), y: 'A'.repeat(43) },
  'a coordinate as large as the field': { ...p256, x: Buffer.alloc(32, 0xff).toString('base64url') },
  'a point of another curve': { ...p384, crv: 'P-256' },
  'a short coordinate': { ...p256, x: String(p256.x).slice(0, -4) },
  'a coordinate with a zero before it': { ...p256, x: shifted(p256.x) },
  'a coordinate with bits to spare': { ...p256, x: `${'A'.repeat(42)}B` },
  'Ed25519, order 1': { ...ed25519, x: `AQ${'A'.repeat(41)}` },
  'Ed25519, order 1 with a sign': { ...ed25519, x: `AQ${'A'.repeat(39)}IA` },
  'Ed25519, order 2': { ...ed25519, x: Buffer.from(`ec${'ff'.repeat(30)}7f`, 'hex').toString('base64url') },
  'Ed25519, order 4': { ...ed25519, x: 'A'.repeat(43) },
  'Ed25519, order 4 above the prime': {
    ...ed25519,
    x: Buffer.from(`ed${'ff'.repeat(30)}7f`, 'hex').toString('base64url'),
  },
  'Ed25519, order 8': {
    ...ed25519,
    x: Buffer.from('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'hex').toString('base64url'),
  },
  'Ed25519, another of order 8': {
    ...ed25519,
    x: Buffer.from('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa', 'hex').toString('base64url'),
  },
  Ed448: jwkOf(generateKeyPairSync('ed448')),
  X25519: jwkOf(generateKeyPairSync('x25519')),
  // What is no public key, or says of itself that it is for something else.
  'a secret': { kty: 'oct', k: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  'a private key of RSA': privateOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
  'a private key of P-256': privateOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
  'a private key of Ed25519': privateOf(generateKeyPairSync('ed25519').privateKey),
  'RSA with a prime alone': { ...rsa, p: 'AQAB' },
  'RSA with a private exponent of null': { ...rsa, d: null },
  'an unknown member': { ...p256, foo: 'bar' },
  'a certificate beside it': { ...rsa, x5c: ['MIIB'] },
  'a key from elsewhere': { ...rsa, jku: 'https://elsewhere.example/keys' },
  'for encryption': { ...rsa, use: 'enc' },
  'to sign': { ...p256, key_ops: ['sign'] },
  'to verify and to sign': { ...p256, key_ops: ['verify', 'sign'] },
  'algorithm HS256': { ...rsa, alg: 'HS256' },
  'algorithm none': { ...rsa, alg: 'none' },
  'algorithm RS1': { ...rsa, alg: 'RS1' },
  'algorithm of another curve': { ...p256, alg: 'ES384' },
  'a member twice': JSON.stringify(rsa).replace('"e":"AQAB"', '"e":"AQ","e":"AQAB"'),
  'a member twice, once disguised': JSON.stringify(rsa).replace('"e":"AQAB"', '"\\u0065":"AQ","e":"AQAB"'),
  'a key in a list': JSON.stringify([rsa]),
  'a set of keys': { keys: [rsa] },
  'a PEM': createPublicKey({ key: rsa as never, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString(),
  null: 'null',
  'a prototype': '{"__proto__":{"kty":"RSA"}}',
  nothing: '',
};

function textOf(key: Jwk | string): string {
  return typeof key === 'string' ? key : JSON.stringify(key);
}

test.each(Object.entries(GOOD))('rules §12 key: %s is one', (_name, jwk) => {
  expect(readPublicKey(textOf(jwk))).toBeDefined();
  const more = { ...jwk, use: 'sig', key_ops: ['verify'], kid: 'a "quoted": name', ext: true };
  expect(readPublicKey(textOf(more))).toBeDefined();
  expect(bodySchemas(adminTills.calls.create).publicKey?.safeParse(textOf(more)).success).toBe(true);
});

test('rules §12 key: the largest modulus fits', () => {
  expect(readPublicKey(textOf({ ...rsa, n: modulus(8192) }))).toBeDefined();
  const text = textOf({ ...rsa, n: modulus(8192), alg: 'PS256', use: 'sig', kid: 'k'.repeat(64) });
  expect(bodySchemas(adminTills.calls.create).publicKey?.safeParse(text).success).toBe(true);
});

test.each(Object.entries(WEAK))('rules §12 key: %s is none', (_name, key) => {
  expect(readPublicKey(textOf(key))).toBeUndefined();
});

test('rules §12 key: it is used by its own algorithms alone', () => {
  expect(readPublicKey(textOf(rsa))?.algorithms).toEqual(['PS256', 'RS256']);
  expect(readPublicKey(textOf({ ...rsa, alg: 'PS256' }))?.algorithms).toEqual(['PS256']);
  expect(readPublicKey(textOf(p384))?.algorithms).toEqual(['ES384']);
});
