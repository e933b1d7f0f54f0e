import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { PRINCIPALS, type Principal, accessMatrix } from './support/access-matrix.ts';
import { fillAccessFixture } from './support/access-fixture.ts';
import { fingerprint } from './support/fingerprint.ts';
import { USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';

const USERNAMES = {
  anonymous: undefined,
  ownShop: USERS.aurora,
  otherShop: USERS.corso,
  ownAsl: USERS.aslSassari,
  otherAsl: USERS.aslCagliari,
} as const satisfies Record<Principal, string | undefined>;

test('§6 access: the matrix has every call of the contract but those of operators, each once', () => {
  const calls = api.flatMap(({ name }) => (name.startsWith('admin-') ? [] : [name]));
  expect(accessMatrix.map(({ name }) => name).sort()).toEqual(calls.sort());
});

describeOnEachDatabase('access', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database, env: { RATE_LIMIT_PER_MINUTE: '10000' } });
  });
  afterAll(() => server.close());

  /** The token of each principal. Each call has sessions of its own, because one of the calls ends its session. */
  async function signAllIn(): Promise<Readonly<Record<Principal, string | undefined>>> {
    const tokens: [string, string | undefined][] = [];
    for (const [principal, username] of Object.entries(USERNAMES)) {
      tokens.push([principal, username === undefined ? undefined : await signInAs(server, username)]);
    }
    return Object.fromEntries(tokens) as Record<Principal, string | undefined>;
  }

  test.each(accessMatrix)('§6 access: what each one gets of $name', async ({ verdicts, prepare }) => {
    const makeCall = await prepare(await fillAccessFixture(server));
    const tokens = await signAllIn();
    const isServed = (principal: Principal) => verdicts[principal] === 'served';
    const got: Partial<Record<Principal, string>> = {};
    const tryIt = async (principal: Principal) => {
      const { data, error } = await makeCall(tokens[principal]);
      const { pagination } = (data ?? {}) as { pagination?: { totalCount: number } };
      got[principal] = pagination?.totalCount === 0 ? 'no rows' : (error?.description ?? 'served');
    };
    const before = await fingerprint(server.db);
    for (const principal of PRINCIPALS) if (!isServed(principal)) await tryIt(principal);
    expect(await fingerprint(server.db)).toEqual(before);
    // The owner comes last, because a call may succeed only once.
    for (const principal of [...PRINCIPALS].reverse())
      if (isServed(principal) && principal !== 'ownShop') await tryIt(principal);
    if (isServed('ownShop')) await tryIt('ownShop');
    expect(got).toEqual(verdicts);
  });
});
