import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  adminDossiers,
  approveAdminDossier,
  revokeAdminDossier,
  swapAdminPaper,
  switchAdminDossier,
} from '#contract/admin/dossiers.ts';
import { continueToEnd } from '#server/imports/continue-import.ts';
import { readImport } from '#server/imports/imports.ts';
import { contradictions } from '../support/balanced-ledger.ts';
import { PATIENTS, PRODUCTS, USERS } from '../support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from '../support/harness.ts';
import { SALES, checkBuying, executeBuying, openCart, put } from '../support/sale.ts';
import { startedDeletion } from '../support/started-import.ts';

const MONTH = '2026-06-01';
const never = new AbortController().signal;

/** Only on PostgreSQL: the embedded database has one session, so there are no races (design §6). */
describe('races of commands (postgres)', () => {
  let server: TestServer;
  let region: string;
  let aurora: string;
  beforeAll(async () => {
    server = await startTestServer({ database: 'postgres', now: () => new Date('2026-06-10T08:00:00Z') });
    region = await signInAs(server, USERS.region);
    aurora = await signInAs(server, USERS.aurora);
    for (const id of [10, 30, 60]) {
      const body = { version: await versionOf(id), month: '2026-07-01' };
      await server.callOk(switchAdminDossier, { params: { id }, body }, { token: region });
    }
  });
  afterAll(() => server.close());

  async function versionOf(id: number): Promise<number> {
    return (await server.callOk(adminDossiers.calls.read, { params: { id } }, { token: region })).row.version;
  }
  async function swapper(id: number, number: string, amount: number) {
    const version = await versionOf(id);
    const body = { version, sheets: [{ number, month: MONTH, amount }] };
    return () => server.call(swapAdminPaper, { params: { id }, body }, { token: region });
  }
  function outcomes(answers: readonly { readonly status: number; readonly error?: { description?: string | null } }[]) {
    return answers.map(({ status, error }) => error?.description ?? String(status)).sort();
  }

  test('rules §9 race: of two patients who swap the same sheet at once one does', async () => {
    const swaps = [await swapper(10, 'R1', 10), await swapper(30, 'R1', 10)];
    const answers = await Promise.all(swaps.map((swap) => swap()));
    expect(outcomes(answers)).toEqual(['200', 'SHEET_ALREADY_SWAPPED']);
    const made = await server.db.selectFrom('voucher').select('dossier_id').where('month', '=', MONTH).execute();
    expect(made).toHaveLength(1);
  });

  /** Waits until this number of transactions is waiting for locked rows. */
  async function untilWaiting(count: number): Promise<void> {
    const waiting = sql<{ count: number }>`select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(server.db)).rows[0]?.count).toBe(count);
  }

  test('rules §9 race: an approval that comes amid an import of the same patient waits for it, and neither is cut off', async () => {
    const [id, params] = [20, { id: 20 }];
    await server.callOk(revokeAdminDossier, { params, body: { version: await versionOf(id) } }, { token: region });
    const body = { version: await versionOf(id) };
    const importId = await startedDeletion(server);
    const both = await server.db.transaction().execute(async (trx) => {
      const patient = trx.selectFrom('patient').select('patient_id').where('patient_id', '=', PATIENTS.withoutPin.id);
      await patient.forNoKeyUpdate().execute();
      const importing = continueToEnd(server.services, importId, never);
      await untilWaiting(1);
      const approving = server.call(approveAdminDossier, { params, body }, { token: region });
      await untilWaiting(2);
      return [importing, approving] as const;
    });
    expect(await both[0]).toBe(true);
    expect(outcomes([await both[1]])).toEqual(['VERSION_CONFLICT']);
    expect(await readImport(server.services, importId)).toMatchObject({ state: 'DONE', changed: 1 });
  });

  test('rules §9 race: a voucher that is topped up while it is spent has all of both', async () => {
    expect((await (await swapper(60, 'R2', 50))()).status).toBe(200);
    const { voucher_id: voucherId } = await server.db
      .selectFrom('voucher')
      .select('voucher_id')
      .where('dossier_id', '=', 60)
      .where('month', '=', MONTH)
      .executeTakeFirstOrThrow();
    const sale = { ...SALES.nearlySpent, voucherId };
    const carts = await Promise.all(
      [0, 1, 2].map(async () => {
        const cartId = await openCart(server, aurora, sale);
        await put(server, aurora, cartId, PRODUCTS.bread, 2);
        return { cartId, txCommandId: await checkBuying(server, aurora, cartId) };
      }),
    );
    const swap = await swapper(60, 'R3', 60);
    const [swapped, ...sold] = await Promise.all([
      swap(),
      ...carts.map(({ cartId, txCommandId }) => executeBuying(server, aurora, cartId, txCommandId)),
    ]);
    expect(outcomes([swapped, ...sold])).toEqual(['200', '200', '200', '200']);
    const voucher = server.db.selectFrom('voucher').select(['initial_amount', 'residual']);
    expect(await voucher.where('voucher_id', '=', voucherId).execute()).toEqual([
      { initial_amount: '110.00', residual: '89.00' },
    ]);
    expect(await contradictions(server.db)).toEqual([]);
  });
});
