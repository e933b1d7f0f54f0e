import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generate } from 'selfsigned';
import { contentSecurityPolicy, referrerPolicy } from '#server/http/security-headers.ts';
import { readSettings } from '#server/settings/settings.ts';

test('rules §8 CSP: without configuration nothing but this server', () => {
  const policy = contentSecurityPolicy(readSettings({}));
  expect(policy.connectSrc).toEqual(["'self'"]);
  expect(policy.scriptSrc).toEqual(["'self'"]);
  expect(policy.imgSrc).toEqual(["'self'", 'data:']);
  expect(policy.fontSrc).toEqual(["'self'"]);
  // The portal prints only documents that it has fetched itself.
  expect(policy.frameSrc).toEqual(['blob:']);
  expect(JSON.stringify({ ...policy, frameSrc: [] })).not.toMatch(/google|gstatic|blob:/);
});

test('rules §8 CSP: the sign-on address and the map only where configured', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'x' }], { keySize: 2048 });
  const { portal, ...others } = readSettings({
    PORTAL_URL: 'https://portal.example.org',
    SAML_IDP_URL: 'https://login.example.org/sso?x=1',
    SAML_IDP_CERTIFICATE: cert,
    SAML_SP_PRIVATE_KEY: key,
    SAML_SP_CERTIFICATE: cert,
  });
  const mapTilesUrl = 'https://{s}.tiles.example.org/{z}/{x}/{y}.png';
  const policy = contentSecurityPolicy({ ...others, portal: { ...portal, googleMapsApiKey: 'key', mapTilesUrl } });
  expect(policy.formAction).toContain('https://login.example.org');
  expect(policy.formAction).toContain('https://portal.example.org');
  expect(policy.scriptSrc).toEqual(["'self'", 'https://maps.googleapis.com']);
  expect(policy.imgSrc).toEqual(expect.arrayContaining(['https://*.googleapis.com', 'https://*.gstatic.com']));
  expect(policy.connectSrc).toContain('https://*.googleapis.com');
  expect(policy.styleSrc).toContain('https://fonts.googleapis.com');
  expect(policy.fontSrc).toEqual(["'self'", 'https://fonts.gstatic.com']);
  expect(policy.workerSrc).toEqual(["'self'", 'blob:']);
  expect(policy.imgSrc).toContain('https://*.tiles.example.org');
});

test('rules §8 referrer: told to nobody else; the origin alone where the maps script holds its key against it', () => {
  expect(referrerPolicy(readSettings({}))).toBe('same-origin');
  const { portal, ...others } = readSettings({});
  expect(referrerPolicy({ ...others, portal: { ...portal, googleMapsApiKey: 'key' } })).toBe(
    'strict-origin-when-cross-origin',
  );
  // A meta element in the page would take precedence over the header.
  expect(readFileSync('index.html', 'utf8')).not.toContain('name="referrer"');
});
