import type { Profile } from '@node-saml/node-saml';
import { parseXml2JsFromString } from '@node-saml/node-saml/lib/xml.js';
import { describe, expect, test } from 'vitest';
import { readSettings } from '#server/settings/settings.ts';
import { contextProblem, readPerson } from '#server/sign-on/read-person.ts';

const UNNAMED = { refusal: 'USER_NOT_NAMED' };

/** Reads the person of an assertion with these attributes, as XML, as settings say. */
async function read(attributes: string, env: Record<string, string>, nameId: Partial<Profile> = {}) {
  const xml = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">
    <saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion>`;
  const parsed = (await parseXml2JsFromString(xml)) as Record<string, unknown>;
  const profile = { nameID: '_once', ...nameId, getAssertion: () => parsed } as Profile;
  return readPerson(profile, readSettings(env).signOn.saml, new Date()).username;
}

function attribute(name: string, values: readonly string[], more = ''): string {
  const texts = values.map((value) => `<saml:AttributeValue ${more}>${value}</saml:AttributeValue>`);
  return `<saml:Attribute ${name}>${texts.join('')}</saml:Attribute>`;
}

const CODE = 'RSSMRA80A01B354W';
const TYPE = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string"';
const SPID = { SAML_USER_ATTRIBUTE: 'fiscalNumber', SAML_USER_PREFIX: 'TINIT-' };
const OTHER = attribute('Name="spidCode"', ['AGID-001']);

describe('§7 gateway: the person is', () => {
  test.each([
    ['a value with the prefix', attribute('Name="fiscalNumber"', [`TINIT-${CODE}`]), SPID, CODE],
    ['a typed value among others', OTHER + attribute('Name="fiscalNumber"', [`TINIT-${CODE}`], TYPE), SPID, CODE],
    ['a value without the prefix', attribute('Name="fiscalNumber"', [CODE]), SPID, CODE],
    ['a prefix in small letters', attribute('Name="fiscalNumber"', [`tinit-${CODE}`]), SPID, CODE],
    ['a value within blanks', attribute('Name="fiscalNumber"', [`\n  TINIT-${CODE}\n`]), SPID, CODE],
    ['the prefix of another country', attribute('Name="fiscalNumber"', ['TINDE-123']), SPID, 'TINDE-123'],
    ['a name in other capitals', attribute('Name="FISCALNUMBER"', [`TINIT-${CODE}`]), SPID, CODE],
    [
      'a friendly name',
      attribute('Name="urn:oid:1.3.6.1.4.1.6249.2.1" FriendlyName="fiscalNumber"', [CODE]),
      SPID,
      CODE,
    ],
    [
      'an OID by its URN',
      attribute('Name="urn:oid:2.5.4.5" FriendlyName="serialNumber"', [CODE]),
      { SAML_USER_ATTRIBUTE: 'urn:oid:2.5.4.5' },
      CODE,
    ],
    ['an OID by its numbers', attribute('Name="urn:oid:2.5.4.5"', [CODE]), { SAML_USER_ATTRIBUTE: '2.5.4.5' }, CODE],
    [
      'a URI',
      attribute('Name="http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn"', ['anna@asl.example']),
      { SAML_USER_ATTRIBUTE: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn' },
      'anna@asl.example',
    ],
    [
      'one value, sent under two names',
      attribute('Name="fiscalNumber"', [CODE]) + attribute('Name="x" FriendlyName="fiscalNumber"', [CODE]),
      SPID,
      CODE,
    ],
    ['a value beside an empty one', attribute('Name="fiscalNumber"', ['', CODE]), SPID, CODE],
  ])('%s', async (_what, attributes, env, username) => {
    expect(await read(attributes, env)).toBe(username);
  });

  test('the NameID without an attribute, and a prefix there too', async () => {
    expect(await read('', {}, { nameID: ' anna.gestore ' })).toBe('anna.gestore');
    expect(await read('', { SAML_USER_PREFIX: 'ASL\\' }, { nameID: 'asl\\anna' })).toBe('anna');
  });

  test.each([
    ['no such attribute', OTHER, SPID, 'no attribute fiscalNumber; what came: spidCode'],
    ['no attribute at all', '', SPID, 'no attribute fiscalNumber; what came: no attribute at all'],
    ['no value', attribute('Name="fiscalNumber"', []), SPID, 'fiscalNumber has no value'],
    ['an empty value', attribute('Name="fiscalNumber"', [' ']), SPID, 'fiscalNumber has no value'],
    ['the prefix alone', attribute('Name="fiscalNumber"', ['TINIT-']), SPID, 'nothing after TINIT-'],
    ['several values', attribute('Name="fiscalNumber"', [CODE, 'TINIT-OTHER']), SPID, 'fiscalNumber has 2 values'],
    [
      'two attributes that disagree',
      attribute('Name="fiscalNumber"', [CODE]) + attribute('Name="x" FriendlyName="fiscalNumber"', ['OTHER']),
      SPID,
      'fiscalNumber has 2 values',
    ],
  ])('refused with %s, and the reason names no value', async (_what, attributes, env, reason) => {
    const refused = read(attributes, env);
    await expect(refused).rejects.toMatchObject(UNNAMED);
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.not.toThrow(/RSSMRA|AGID-001|OTHER/);
  });

  test.each([
    ['missing', { nameID: undefined as unknown as string }],
    ['empty', { nameID: '  ' }],
    ['transient', { nameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
  ])('refused where the NameID is %s and no attribute is set', async (_what, nameId) => {
    await expect(read(OTHER, {}, nameId)).rejects.toMatchObject(UNNAMED);
  });
});

const [L1, L2, L3] = [1, 2, 3].map((level) => `https://www.spid.gov.it/SpidL${level}`) as [string, string, string];
const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
const SMART_CARD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Smartcard';

test.each([
  ['', [], 'exact', true],
  [L2, [L2], 'exact', true],
  [L3, [L2], 'exact', false],
  [L3, [L2, L3], 'exact', true],
  ['', [L2], 'exact', false],
  ['', [L2], 'minimum', false],
  [L1, [L2], 'minimum', false],
  [L2, [L2], 'minimum', true],
  [L3, [L2], 'minimum', true],
  ['http://eidas.europa.eu/LoA/low', ['http://eidas.europa.eu/LoA/substantial'], 'minimum', false],
  [SMART_CARD, [PASSWORD], 'minimum', true],
  [SMART_CARD, [PASSWORD], 'exact', false],
  [L3, [L2], 'maximum', false],
  [L1, [L2], 'maximum', true],
  [L2, [L2], 'better', false],
  [L3, [L2], 'better', true],
] as const)('§7 gateway: context %s, asked for %j by %s: %s', (given, requested, comparison, isAccepted) => {
  expect(contextProblem(given, requested, comparison) === undefined).toBe(isAccepted);
});
