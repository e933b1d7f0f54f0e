import { expect, test } from 'vitest';
import { demoIdentities } from '#server/demo-data/identities.ts';
import { userIdOf, userRows } from '#server/demo-data/users.ts';

test('§6 profiles: shop identities are BUSINESS users, authority identities ASL users of one authority each', () => {
  for (const user of userRows()) {
    const identity = demoIdentities.find(({ username }) => username === user.username);
    expect(user.profile).toBe(identity?.group === 'authority' ? 'ASL' : 'BUSINESS');
    expect(user.asl_id === null).toBe(user.profile === 'BUSINESS');
  }
});

test('§2 user-not-found: the unregistered identity can sign on but has no account', () => {
  const unregistered = demoIdentities.filter(({ group }) => group === 'unregistered');
  expect(unregistered).toHaveLength(1);
  for (const { username } of unregistered) {
    expect(userRows().some((user) => user.username === username)).toBe(false);
    expect(() => userIdOf(username)).toThrow(username);
  }
});

test('§6 profiles: usernames are unique', () => {
  expect(new Set(demoIdentities.map(({ username }) => username)).size).toBe(demoIdentities.length);
});
