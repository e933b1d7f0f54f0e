import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { TRIERS, type Trier, accessMatrix } from './access-matrix.ts';
import { setScene } from './access-scene.ts';
import { fingerprint } from './fingerprint.ts';
import { USERS } from './fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './harness.ts';

const USERNAMES = {
  anonymous: undefined,
  ownShop: USERS.aurora,
  otherShop: USERS.corso,
  ownAsl: USERS.aslSassari,
  otherAsl: USERS.aslCagliari,
} as const satisfies Record<Trier, string | undefined>;

const cases = accessMatrix.flatMap(({ name, verdicts, prepare }) =>
  TRIERS.map((trier) => ({ name, trier, verdict: verdicts[trier], prepare })),
);

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

  test.each(cases)('§6 access: $name by $trier is $verdict', async ({ trier, verdict, prepare }) => {
    const makeCall = await prepare(await setScene(server));
    const username = USERNAMES[trier];
    const token = username === undefined ? undefined : await signInAs(server, username);
    const before = await fingerprint(server.db);
    const { data, error } = await makeCall(token);
    expect(error?.description ?? 'served').toBe(verdict === 'no rows' ? 'served' : verdict);
    const { pagination } = (data ?? {}) as { pagination?: { totalCount: number } };
    if (verdict === 'no rows') expect(pagination?.totalCount).toBe(0);
    if (verdict === 'served') expect(pagination?.totalCount).not.toBe(0);
    if (verdict !== 'served') expect(await fingerprint(server.db)).toEqual(before);
  });
});
