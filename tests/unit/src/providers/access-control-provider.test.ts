import { afterEach, expect, test } from 'vitest';
import { readMyAsl } from '#contract/calls/asl.ts';
import { switchBusiness } from '#contract/calls/authentication.ts';
import { downloadBillSummary } from '#contract/calls/billing-summary.ts';
import { checkCart } from '#contract/calls/carts.ts';
import { readEndOfDay } from '#contract/calls/end-of-day.ts';
import { executePurchase } from '#contract/calls/purchases.ts';
import { accessControlProvider, permissionOf } from '#src/providers/access-control-provider.ts';
import { featuresQuery, NO_FEATURES } from '#src/providers/api/features.ts';
import { queryClient } from '#src/providers/query-client.ts';
import { clearSessionStorage } from '#src/providers/session/tokens.ts';
import { resources } from '#src/resources/index.ts';
import { holdPair, usePortalAgainstServer } from '#tests/support/portal-against-server.ts';

// @vitest-environment jsdom

const under = usePortalAgainstServer();
const { can } = accessControlProvider(resources);

function signInAs(profile: string): void {
  holdPair(1);
  under.script = ({ path }) =>
    path === '/api/v1/users/me'
      ? { body: { data: { user: { username: 'rossi', userProfile: { profile } } } } }
      : { status: 404 };
}

afterEach(() => clearSessionStorage());

test.each([
  ['BUSINESS', 'patients', 'list', true],
  ['ASL', 'patients', 'list', false],
  ['AUDITOR', 'patients', 'list', false],
  ['BUSINESS', 'purchases', 'list', true],
  ['ASL', 'purchases', 'list', false],
  ['BUSINESS', 'carts', 'show', true],
  ['BUSINESS', 'asl', 'list', true],
  ['ASL', 'asl', 'list', true],
  ['BUSINESS', 'billing-summary', 'list', true],
  ['ASL', 'billing-summary', 'list', true],
  ['AUDITOR', 'billing-summary', 'list', false],
  ['BUSINESS', 'amc-orders', 'list', true],
  ['ASL', 'amc-orders', 'list', true],
  ['BUSINESS', 'amc-orders', 'create', true],
  ['ASL', 'amc-orders', 'create', false],
])('§6 a %s user, %s.%s: %s', async (profile, resource, action, isGranted) => {
  signInAs(profile);
  await expect(can({ resource, action })).resolves.toEqual({ can: isGranted });
});

test.each([
  ['BUSINESS', executePurchase, true],
  ['ASL', executePurchase, false],
  ['ASL', checkCart, false],
  ['ASL', readMyAsl, true],
  ['BUSINESS', readMyAsl, false],
  ['BUSINESS', switchBusiness, true],
  ['ASL', switchBusiness, false],
  ['BUSINESS', downloadBillSummary, true],
  ['BUSINESS', readEndOfDay, false],
])('§6 a %s user may make the call $name: %s', async (profile, call, isGranted) => {
  signInAs(profile);
  await expect(can(permissionOf(call))).resolves.toEqual({ can: isGranted });
});

test('§6 who is not signed in may list what is public, and nothing else', async () => {
  await expect(can({ resource: 'businesses', action: 'list' })).resolves.toEqual({ can: true });
  await expect(can({ resource: 'patients', action: 'list' })).resolves.toEqual({ can: false });
});

test.each([
  ['patients', 'delete'],
  ['patients', 'toString'],
  ['carts', 'list'],
  ['purchases', 'execute'],
  ['billing-summary', 'edit'],
  ['nothing', 'list'],
])('§6 what no declaration knows is granted to nobody: %s.%s', async (resource, action) => {
  signInAs('BUSINESS');
  await expect(can({ resource, action })).resolves.toEqual({ can: false });
});

test('rules §1 the screen of an extra is granted where the server names its call, and to its profile', async () => {
  signInAs('BUSINESS');
  await expect(can({ resource: 'end-of-day', action: 'list' })).resolves.toEqual({ can: false });
  queryClient.setQueryData(featuresQuery.queryKey, { ...NO_FEATURES, calls: ['end-of-day.read'] });
  await expect(can({ resource: 'end-of-day', action: 'list' })).resolves.toEqual({ can: true });
  clearSessionStorage();
  signInAs('ASL');
  await expect(can({ resource: 'end-of-day', action: 'list' })).resolves.toEqual({ can: false });
});
