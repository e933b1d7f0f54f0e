import fc from 'fast-check';
import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Audience } from '#contract/call.ts';
import { searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { signOut, switchBusiness } from '#contract/calls/authentication.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { checkCancellation, checkPurchase, executePurchase, searchPurchases } from '#contract/calls/purchases.ts';
import { ERRORS, type ErrorDescription, sentError } from '#contract/errors.ts';
import { LONG_TEST, fuzzedRequests, isFull, testSeed } from '#tests/extent.ts';
import type { Settings } from '#server/settings/settings.ts';
import { checkCancelling } from './support/after-sale.ts';
import { contradictions } from './support/balanced-ledger.ts';
import { type Expectation, expectationOf } from './support/expected-answer.ts';
import { BUSINESSES, PRODUCTS, USERS, PATIENTS } from './support/fixture.ts';
import { startSignOn } from './support/portal-client.ts';
import { FUZZED_SESSIONS, type FuzzedSession, type Seen, fuzzedRequest } from './support/fuzzed-request.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import { SALES, checkBuying, openCart, put, sell } from './support/sale.ts';
import { type RawAnswer, resolved, sendRaw, toWire } from './support/send-fuzzed.ts';

/** The processor time of a request in ms, which does not depend on the machine's load. A usual request takes three. */
const MAX_WORK_MS = 1000;
/** Limits so high that no request reaches them. */
function withoutLimits(settings: Settings): Settings {
  return { ...settings, http: { ...settings.http, documents: { ofOneClient: 100, atOnce: 1000 } } };
}

const SIGNED_IN: Readonly<Partial<Record<FuzzedSession, readonly [username: string, businessId?: number]>>> = {
  aurora: [USERS.aurora],
  bottega: [USERS.aurora, BUSINESSES.bottega],
  corso: [USERS.corso],
  aslSassari: [USERS.aslSassari],
  region: [USERS.region],
  districtSassari: [USERS.districtSassari],
};

const AUDIENCES: Readonly<Partial<Record<FuzzedSession, readonly Audience[]>>> = {
  aslSassari: ['ASL'],
  region: ['OPERATOR', 'REGION'],
  districtSassari: ['OPERATOR'],
};

const statusPart = z.strictObject({ trace: z.string().min(1) });
const refusal = z.strictObject({ error: sentError, status: statusPart });

describe('fuzzed requests (postgres)', () => {
  let server: TestServer;
  const authorizations = new Map<FuzzedSession, string>();
  const seen = new Map<string, number[]>();
  const done = new Map<string, number>();

  async function signIn(session: FuzzedSession): Promise<void> {
    const [username, businessId] = SIGNED_IN[session] ?? [];
    if (username === undefined) return;
    const token = await signInAs(server, username);
    const switched = businessId && (await server.callOk(switchBusiness, { params: { businessId } }, { token }));
    authorizations.set(session, `Bearer ${switched ? switched.auth.accessToken : token}`);
  }

  function tokenOf(session: FuzzedSession): string {
    return (authorizations.get(session) ?? '').slice('Bearer '.length);
  }

  beforeAll(async () => {
    server = await startTestServer({
      database: 'postgres',
      env: { PIN_USER_FAILURES_PER_HOUR: '1000000' },
      change: withoutLimits,
    });
    const { username, password } = server.settings.signOn.client;
    authorizations.set('client', `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
    authorizations.set('forged', 'Bearer not.a.token');
    for (const session of FUZZED_SESSIONS) await signIn(session);
    // Its thread starts with the first one, which is no work of a request.
    await startSignOn(server);
    const token = tokenOf('aurora');
    for (let count = 0; count < 4; count += 1) {
      const purchaseId = Number(await sell(server, token, SALES.withoutPin, PRODUCTS.penne, 1));
      remember('aurora', 'purchaseId', purchaseId);
      remember('aurora', `${executePurchase.name} purchaseId`, purchaseId);
      remember('aurora', `${checkCancellation.name} purchaseId`, purchaseId);
      remember('aurora', checkCancellation.name, await checkCancelling(server, token, purchaseId));
      const cartId = await openCart(server, token, SALES.withoutPin);
      await put(server, token, cartId, PRODUCTS.bread, 1);
      remember('aurora', 'cartId', Number(cartId));
      remember('aurora', `${checkPurchase.name} cartId`, Number(cartId));
      remember('aurora', checkPurchase.name, await checkBuying(server, token, cartId));
    }
  });
  afterAll(() => server.close());

  function remember(session: FuzzedSession, field: string, id: number): void {
    const key = `${session} ${field}`;
    seen.set(key, [...(seen.get(key) ?? []), id]);
  }

  /** Keeps ids from an answer for later requests. */
  function rememberAll(session: FuzzedSession, call: string, data: unknown): void {
    if (typeof data !== 'object' || data === null) return;
    for (const [name, value] of Object.entries(data) as [string, unknown][]) {
      if (['cartId', 'purchaseId', 'amcOrderId'].includes(name)) {
        remember(session, name, Number(value));
        remember(session, `${call} ${name}`, Number(value));
      } else if (name === 'txCommandId') remember(session, call, Number(value));
      else rememberAll(session, call, value);
    }
  }

  function expectRefused({ status, text }: RawAnswer, allowed: readonly ErrorDescription[]): z.infer<typeof sentError> {
    const { error } = refusal.parse(JSON.parse(text));
    expect(allowed).toContain(error.description);
    const { code, status: usual } = ERRORS[error.description as ErrorDescription];
    expect([status, error.code]).toEqual([usual, code]);
    return error;
  }

  const ALL = Object.keys(ERRORS) as ErrorDescription[];
  const OURS = ALL.filter((description) => ERRORS[description].status < 500);

  /** The refusal of a session that may not make the call. */
  function barrierOf({ call }: Expectation, session: FuzzedSession): ErrorDescription | undefined {
    if (call === undefined || call.access === 'public') return undefined;
    if (call.access === 'client') return session === 'client' ? undefined : 'CLIENT_NOT_AUTHENTICATED';
    if (SIGNED_IN[session] === undefined) return 'NOT_AUTHENTICATED';
    const audiences = AUDIENCES[session] ?? ['BUSINESS'];
    return call.access.some((audience) => audiences.includes(audience)) ? undefined : 'NOT_ALLOWED';
  }

  function expectAnswered(answer: RawAnswer, expectation: Expectation, session: FuzzedSession): unknown {
    const { call, wrongFields } = expectation;
    const barrier = barrierOf(expectation, session);
    if (call === undefined) return expectRefused(answer, ['PATH_NOT_FOUND', 'INVALID_REQUEST', 'REQUEST_TOO_LARGE']);
    if (barrier) return expectRefused(answer, [barrier]);
    if (wrongFields) {
      const { field } = expectRefused(answer, ['INVALID_REQUEST']);
      expect(wrongFields).toContain(field);
      return undefined;
    }
    if (answer.status !== 200) {
      const { description, field } = expectRefused(answer, OURS);
      if (description === 'INVALID_REQUEST') expect(field).toBeDefined();
      return undefined;
    }
    const { data } = z.strictObject({ data: z.unknown(), status: statusPart }).parse(JSON.parse(answer.text));
    expect(z.safeParse(call.answer.sent, data).error?.issues).toBeUndefined();
    done.set(call.name, (done.get(call.name) ?? 0) + 1);
    return data;
  }

  /** Expects that no request has broken an invariant. */
  async function expectUnharmed(size: number): Promise<void> {
    expect(await contradictions(server.db)).toEqual([]);
    const [aurora, sassari] = [{ token: tokenOf('aurora') }, { token: tokenOf('aslSassari') }];
    const all = { size };
    const lists = [
      await server.callOk(searchPurchases, { query: all }, aurora),
      await server.callOk(searchAmcOrders, { query: all }, aurora),
      await server.callOk(searchAmcOrders, { query: all }, sassari),
      await server.callOk(searchPatients, { query: { fiscalCode: PATIENTS.withPin.fiscalCode } }, aurora),
    ];
    for (const { leftOut } of lists) expect(leftOut).toBeUndefined();
  }

  test(
    '§7 hostile requests: whatever is generated from the contract is answered by it, and harms nothing that is stored',
    async () => {
      const property = fc.asyncProperty(fuzzedRequest, async (fuzzed) => {
        const { session } = fuzzed;
        const resolve = ({ field, nth }: Seen) => seen.get(`${session} ${field}`)?.at(-1 - nth) ?? nth + 1;
        const wire = toWire(fuzzed, resolve);
        const before = process.cpuUsage();
        const answer = await sendRaw(server.url, wire, authorizations.get(session));
        const { user, system } = process.cpuUsage(before);
        expect((user + system) / 1000).toBeLessThan(MAX_WORK_MS);
        expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
        const expectation = expectationOf(wire);
        if (expectation === undefined && answer.status !== 200) expectRefused(answer, OURS);
        const data = expectation && expectAnswered(answer, expectation, session);
        if (answer.status !== 200) return;
        if (fuzzed.call === signOut.name) await signIn(session);
        if (wire.method === 'GET') return;
        rememberAll(session, fuzzed.call, [resolved(fuzzed.params, resolve), data]);
        // A usual run looks at the end alone: a full one finds the request that did it.
        if (isFull) await expectUnharmed(20);
      });
      await fc.assert(property, { numRuns: fuzzedRequests, seed: testSeed });
      await expectUnharmed(999_999);
      // Some requests must reach these calls, or the test proves nothing.
      expect([...done.keys()]).toEqual(
        expect.arrayContaining([
          'carts.putProduct',
          'purchases.execute',
          'purchases.executeCancellation',
          'amc-orders.create',
        ]),
      );
    },
    LONG_TEST,
  );
});
