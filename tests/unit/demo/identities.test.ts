import { expect, test } from 'vitest';
import { userIdOf, userRows } from '#demo/businesses.ts';
import { demoIdentities } from '#demo/values.ts';

const PROFILES = { shop: 'BUSINESS', authority: 'ASL', operator: 'OPERATOR', unregistered: undefined } as const;

test('design §2 demonstration data: shop identities are BUSINESS users, authority identities ASL users of one authority each', () => {
  for (const user of userRows().filter(({ profile }) => profile !== 'OPERATOR')) {
    const identity = demoIdentities.find(({ username }) => username === user.username);
    expect(user.profile).toBe(identity && PROFILES[identity.group]);
    expect(user.asl_id === null).toBe(user.profile === 'BUSINESS');
  }
});

test('design §2 demonstration data: one operator of the region and one of an authority', () => {
  const operators = userRows().filter(({ profile }) => profile === 'OPERATOR');
  expect(operators.map(({ asl_id }) => asl_id)).toEqual([null, 8]);
});

test('design §2 demonstration data: the unregistered identity can sign on but has no account', () => {
  const unregistered = demoIdentities.filter(({ group }) => group === 'unregistered');
  expect(unregistered).toHaveLength(1);
  for (const { username } of unregistered) {
    expect(userRows().some((user) => user.username === username)).toBe(false);
    expect(() => userIdOf(username)).toThrow(username);
  }
});

test('design §2 demonstration data: usernames are unique', () => {
  expect(new Set(demoIdentities.map(({ username }) => username)).size).toBe(demoIdentities.length);
});
