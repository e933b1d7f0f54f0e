import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { adminDeclarations } from '#contract/admin/resources.ts';
import { webAddress } from '#contract/admin/fields.ts';
import type { Call } from '#contract/call.ts';
import { api } from '#contract/api.ts';
import type { AdminDeclaration } from '#contract/admin/define.ts';

type Fields = Readonly<Record<string, z.ZodMiniType>>;

function fieldsOf(schema: z.ZodMiniType | undefined): Fields {
  return (schema as { readonly shape?: Fields } | undefined)?.shape ?? {};
}

const calls: readonly Call[] = Object.values(api);
/** Every field of a request that takes any word. */
const WORDS = calls.flatMap(({ name, body, query }) =>
  [...Object.entries(fieldsOf(body)), ...Object.entries(fieldsOf(query))]
    .filter(([, schema]) => schema.safeParse('Aurora uno').data === 'Aurora uno')
    .map(([field, schema]) => [`${name} ${field}`, schema] as const),
);
/** They are compared with what was handed out, letter by letter. */
const OPAQUE = / (?:sessionId|RelayState|refresh_token|otp)$|^receipts\.verify code$/;

describe('rules §11 one line', () => {
  test('rules §11 one line: names of every resource are among the fields', () => {
    const declarations: readonly AdminDeclaration[] = adminDeclarations;
    const named = declarations.filter(({ calls: { create } }) => create).map(({ name }) => `admin-${name}.create`);
    const found = new Set(WORDS.map(([name]) => name.split(' ')[0]));
    expect(named.filter((name) => !found.has(name))).toEqual(['admin-dossiers.create']);
  });

  test.each(WORDS.filter(([name]) => !OPAQUE.test(name)))('rules §11 one line: %s', (_name, schema) => {
    for (const end of ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])
      expect([end, schema.safeParse(`Aurora${end}uno`).success]).toEqual([end, false]);
    expect(schema.safeParse('\nAurora\t\u202Euno \r\n').data).toBe('Aurora uno');
  });
});

test.each([
  'https://www.example.it@elsewhere.example',
  'https://user:password@www.example.it',
  'https://user:@www.example.it',
  'https://:password@www.example.it',
  'https://@www.example.it',
  'http:user@www.example.it',
  'http:\\\\user@www.example.it',
  'https:///user@www.example.it',
  'user@www.example.it',
  'user:1234@www.example.it',
  'user:password@www.example.it',
  '//user@www.example.it',
  'https://us%65r@www.example.it/a',
  'ftp://www.example.it',
  'javascript://www.example.it/%0aalert(1)',
  'https://www.exa\nmple.it',
  'https://www.example.it/a\nb',
])('rules §11 web: %j is no address of a site', (address) => {
  expect(webAddress.safeParse(address).success).toBe(false);
});

test.each(['https://www.example.it/@people?mail=a@b.it#c@d', 'www.example.it:8080/@a', 'HTTP://WWW.EXAMPLE.IT'])(
  'rules §11 web: %s is one',
  (address) => {
    expect(webAddress.safeParse(address).success).toBe(true);
  },
);
