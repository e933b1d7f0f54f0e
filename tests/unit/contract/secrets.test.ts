import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import { described, Secret, secret } from '#contract/request.ts';

/** What people call a secret, in the name of a field or in what is said of it. */
const SOUNDS_SECRET =
  /otp|passw|secret|credential|token|session|relay|assertion|\bPIN\b|\bpin\b|private|cancellation code/i;

/** What sounds so and is none: whether a PIN is asked for, how to get a file of tokens, and what everybody may know. */
const NONE = new Set(['otpMode', 'grant_type']);

interface Described {
  readonly name: string;
  readonly description: string;
  readonly isSecret: boolean;
}

/** The fields of all parts of a call's request, each parsed from its own example. */
function fieldsOf(call: Call): Described[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const { shape = {} } = (call[part] ?? {}) as { readonly shape?: Readonly<Record<string, z.ZodMiniType>> };
    return Object.entries(shape).flatMap(([name, schema]) => {
      const inner =
        schema._zod.def.type === 'optional' ? (schema as z.ZodMiniOptional<z.ZodMiniType>)._zod.def.innerType : schema;
      const { description = '', example } = z.globalRegistry.get(inner) ?? {};
      const { data } = z.safeParse(schema, example);
      return { name, description, isSecret: data instanceof Secret };
    });
  });
}

test('rules §12 secrets: of all calls these fields are secret, and none that sounds like one is forgotten', () => {
  const all = api.map((call: Call) => [call.name, fieldsOf(call)] as const);
  const secrets = all.flatMap(([call, fields]) =>
    fields.flatMap((field) => (field.isSecret ? [`${call} ${field.name}`] : [])),
  );
  expect(secrets).toEqual([
    'auth.exchangeSignOn sessionId',
    'auth.exchangeSignOn RelayState',
    'auth.refreshTokens refresh_token',
    'patients.readBalance otp',
    'carts.execute otp',
    'purchases.execute otp',
    'purchases.executeCancellation otp',
    'admin-businesses.setCancelCode code',
  ]);
  const forgotten = all.flatMap(([call, fields]) =>
    fields
      .filter(
        ({ name, description, isSecret }) =>
          !isSecret && !NONE.has(name) && SOUNDS_SECRET.test(`${name} ${description}`),
      )
      .map(({ name }) => `${call} ${name}`),
  );
  expect(forgotten).toEqual([]);
});

test('rules §12 secrets: wherever a schema has one, no JSON and no text has its value', () => {
  const word = secret(z.string().check(z.maxLength(20)));
  const nested = z.strictObject({
    lines: z.array(z.strictObject({ pin: z.optional(word), either: z.union([z.int(), word]) })),
    told: described(word, { description: 'A word.', example: 'abc' }),
  });
  const parsed = z.parse(nested, { lines: [{ pin: '12345', either: '12345' }], told: '12345' });
  expect(JSON.stringify(parsed)).toBe('{"lines":[{}]}');
  expect(inspect(parsed, { depth: null, showHidden: true })).not.toContain('12345');
  expect(parsed.lines[0]?.pin?.reveal()).toBe('12345');
  expect(z.safeParse(nested, { lines: [], told: 'x'.repeat(21) }).success).toBe(false);
});
