import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { signOut } from '#contract/calls/authentication.ts';
import { downloadAmcOrderCsv, downloadAmcOrderPdf } from '#contract/calls/amc-orders.ts';
import { downloadBillProducts, downloadBillSummary } from '#contract/calls/billing-summary.ts';
import { checkCart, deleteCartProduct, executeCart, readCart, readCartSummary } from '#contract/calls/carts.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import {
  downloadReceipt,
  downloadRollReceipt,
  downloadStoreTransactions,
  searchPurchases,
} from '#contract/calls/purchases.ts';
import { migrate } from '#server/database/migrate.ts';
import { mayChangeRecords, SERVER_ROLE } from '#server/database/server-role.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { keepRecordMonths } from '#server/access-log/audit.ts';
import { hashSecret, newSecret } from '#server/sign-on/tokens.ts';
import { recreate } from './support/after-sale.ts';
import { ASL, PATIENTS, PRODUCTS, PURCHASES, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { placeOrder } from './support/order.ts';
import { exchange } from './support/portal-client.ts';
import { program } from './support/programs.ts';
import { SALES, openCart, put } from './support/sale.ts';
import { administer, databaseUrl } from './support/test-database.ts';

const MAY = { dateStart: '2026-05-01', dateEnd: '2026-05-31' };
const { active, cancelled } = PURCHASES;
const ofActive = 6;
const ofCancelled = PATIENTS.withPin.id;
const { auroraCentro } = STORES;
const NEVER = new AbortController().signal;

describeOnEachDatabase('consultations', (database) => {
  let server: TestServer;
  let token: string;
  let authority: string;
  beforeAll(async () => {
    server = await startTestServer({ database });
    token = await signInAs(server, USERS.aurora);
    authority = await signInAs(server, USERS.aslSassari);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.db.deleteFrom('consultation').execute();
  });

  function readConsultations() {
    return server.db.selectFrom('consultation').selectAll().orderBy('consultation_id').orderBy('patient_id').execute();
  }

  /** The logged consultations of a call: each patient that it shows, and the store. */
  async function consulted(call: Promise<{ readonly status: number; readonly trace: string }>, name: string) {
    const { status, trace } = await call;
    expect([name, status]).toEqual([name, 200]);
    const rows = (await readConsultations()).filter((row) => row.trace === trace);
    const common = { call: name, at: TEST_NOW, address: '127.0.0.1' };
    expect(rows).toEqual(rows.map((row) => ({ ...row, ...common })));
    return rows.map((row) => [row.user_id, row.business_id, row.patient_id, row.store_id]).sort();
  }

  test('rules §4 access log: every call on a cart is written down with its store, address and trace', async () => {
    const { patientId, voucherId, storeId } = SALES.withoutPin;
    const seen = [[1, 1, patientId, storeId]];
    const checked = server.call(checkCart, { body: { patientId, voucherId, storeId } }, { token });
    expect(await consulted(checked, 'carts.check')).toEqual(seen);
    const body = { txCommandId: Number((await checked).data?.txCommand.txCommandId) };
    const executed = server.call(executeCart, { body }, { token });
    expect(await consulted(executed, 'carts.execute')).toEqual(seen);
    const cartId = Number((await executed).data?.cart.cartId);
    const params = { cartId };
    expect(await consulted(put(server, token, cartId, PRODUCTS.bread, 1), 'carts.putProduct')).toEqual(seen);
    expect(await consulted(server.call(readCart, { params }, { token }), 'carts.read')).toEqual(seen);
    expect(await consulted(server.call(readCartSummary, { params }, { token }), 'carts.readSummary')).toEqual(seen);
    const line = { params: { cartId, productId: PRODUCTS.bread.id } };
    expect(await consulted(server.call(deleteCartProduct, line, { token }), 'carts.deleteProduct')).toEqual(seen);
  });

  test.each([
    ['of a revoked dossier', { patientId: PATIENTS.revokedDossier.id, voucherId: 400, storeId: auroraCentro }, 1],
    ['of a revoked voucher', { patientId: PATIENTS.revokedVoucher.id, voucherId: 700, storeId: auroraCentro }, 1],
    ['of another patient’s voucher', { patientId: PATIENTS.withPin.id, voucherId: 200, storeId: auroraCentro }, 0],
    ['in another business’s store', { patientId: PATIENTS.withPin.id, voucherId: 100, storeId: STORES.corso }, 0],
  ])('rules §4 access log: a check %s is written down if its refusal tells of the patient', async (_, body, count) => {
    const { trace, error } = await server.call(checkCart, { body }, { token });
    expect(error).toBeDefined();
    const rows = (await readConsultations()).filter((row) => row.trace === trace);
    expect(rows.map((row) => row.patient_id)).toEqual(count === 0 ? [] : [body.patientId]);
  });

  test('rules §4 access log: a recreated cart is written down, and again when it is asked for again', async () => {
    const seen = [[1, 1, ofCancelled, auroraCentro]];
    expect(await consulted(recreate(server, token, cancelled.id), 'carts.recreate')).toEqual(seen);
    expect(await consulted(recreate(server, token, cancelled.id), 'carts.recreate')).toEqual(seen);
  });

  test('rules §4 access log: search, history, receipt and transactions, with the store where it is known', async () => {
    const search = server.call(searchPatients, { query: { fiscalCode: PATIENTS.withPin.fiscalCode } }, { token });
    expect(await consulted(search, 'patients.search')).toEqual([[1, 1, PATIENTS.withPin.id, null]]);
    const history = server.call(searchPurchases, { query: {} }, { token });
    expect(await consulted(history, 'purchases.search')).toEqual([
      [1, 1, ofCancelled, null],
      [1, 1, ofActive, null],
    ]);
    const receipt = server.call(downloadReceipt, { params: { purchaseId: active.id } }, { token });
    expect(await consulted(receipt, 'purchases.downloadReceipt')).toEqual([[1, 1, ofActive, auroraCentro]]);
    const roll = server.call(downloadRollReceipt, { params: { purchaseId: active.id } }, { token });
    expect(await consulted(roll, 'purchases.downloadRollReceipt')).toEqual([[1, 1, ofActive, auroraCentro]]);
    const transactions = server.call(downloadStoreTransactions, { params: { storeId: auroraCentro } }, { token });
    expect(await consulted(transactions, 'purchases.downloadStoreTransactions')).toEqual([
      [1, 1, ofCancelled, auroraCentro],
      [1, 1, ofActive, auroraCentro],
    ]);
  });

  test('rules §4 access log: the detail of a bill, for the shop and for the authority, and nobody of its sums', async () => {
    const query = { ...MAY, aslId: ASL.sassari };
    const user = { token: authority };
    const bills = [
      await consulted(server.call(downloadBillSummary, { query }, { token }), 'billing-summary.downloadSummary'),
      await consulted(server.call(downloadBillProducts, { query }, { token }), 'billing-summary.downloadProducts'),
      await consulted(server.call(downloadBillProducts, { query: MAY }, user), 'billing-summary.downloadProducts'),
    ];
    const { rows } = await sql<{ ids: number[] }>`select array_agg(distinct patient_id order by patient_id) as ids
      from purchase where asl_id = ${ASL.sassari} and created_at >= '2026-05-01' and created_at < '2026-05-31'`.execute(
      server.db,
    );
    const paid = rows[0]?.ids ?? [];
    expect(paid.length).toBeGreaterThan(0);
    expect(bills[0]).toEqual([]);
    expect(bills[1]).toEqual(paid.map((patientId) => [1, 1, patientId, null]));
    expect(bills[2]?.map(([, businessId, patientId]) => [businessId, patientId])).toEqual(
      paid.map((patientId) => [null, patientId]),
    );
  });

  test('rules §4 access log: the detail of an AMC order, with its store, and nobody of its sums', async () => {
    const { amcOrderId } = await placeOrder(server.db);
    const seen = [[1, 1, ofActive, auroraCentro]];
    const csv = server.call(downloadAmcOrderCsv, { params: { amcOrderId } }, { token });
    expect(await consulted(csv, 'amc-orders.downloadCsv')).toEqual(seen);
    const query = { amcOrderId, aslId: ASL.sassari };
    const pdf = server.call(downloadAmcOrderPdf, { query }, { token });
    expect(await consulted(pdf, 'amc-orders.downloadPdf')).toEqual([]);
  });

  test('rules §4 audit: what a call did is written down with its address and trace', async () => {
    const { patientId, voucherId, storeId } = SALES.withPin;
    const { trace, data } = await server.call(checkCart, { body: { patientId, voucherId, storeId } }, { token });
    const body = { txCommandId: Number(data?.txCommand.txCommandId), otp: '00000' };
    const wrong = await server.call(executeCart, { body }, { token });
    const [sessionId, RelayState] = [newSecret(), newSecret()];
    const answered = { relay_state: RelayState, session_id_hash: hashSecret(sessionId), username: USERS.aurora };
    const times = { created_at: TEST_NOW, expires_at: new Date(TEST_NOW.getTime() + 1) };
    await server.db
      .insertInto('sign_on')
      .values({ ...answered, ...times, saml_request_id: 'answered' })
      .execute();
    const signedOn = await exchange(server, sessionId, RelayState);
    const ended = await server.call(signOut, {}, { token: signedOn.data?.auth.accessToken });
    const rows = await server.db
      .selectFrom('audit')
      .select(['action', 'address', 'user_id', 'business_id'])
      .where('trace', 'in', [trace, wrong.trace, signedOn.trace, ended.trace])
      .orderBy('audit_id')
      .execute();
    const by = { address: '127.0.0.1', user_id: 1, business_id: 1 };
    const actions = ['CART_CHECKED', 'PIN_REFUSED', 'SIGNED_IN', 'SIGNED_OUT'];
    expect(rows).toEqual(actions.map((action) => ({ action, ...by })));
  });
});

describe('the server’s role (postgres)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database: 'postgres' });
    await openCart(server, await signInAs(server, USERS.aurora), SALES.withoutPin);
  });
  afterAll(() => server.close());

  test.each(['audit', 'consultation'])(
    'rules §4 records: %s can be added to and read, never changed',
    async (table) => {
      const { db } = server.services;
      const { rows } = await sql<{ role: string; count: number }>`
      select current_user as role, count(*)::int as count from ${sql.table(table)}`.execute(db);
      expect(rows[0]?.role).toBe(SERVER_ROLE);
      expect(rows[0]?.count).toBeGreaterThan(0);
      for (const change of [
        sql`update ${sql.table(table)} set at = now()`,
        sql`delete from ${sql.table(table)}`,
        sql`truncate ${sql.table(table)}`,
        sql`alter table ${sql.table(table)} disable trigger all`,
        sql`drop table ${sql.table(table)}`,
      ]) {
        await expect(change.execute(db)).rejects.toThrow(/permission denied|must be owner/);
      }
      expect([await mayChangeRecords(db), await mayChangeRecords(server.db)]).toEqual([false, true]);
    },
  );

  test('rules §4 records: the role may not say that a migration ran, and one that is missing is the owner’s to run', async () => {
    const { db } = server.services;
    await expect(sql`delete from migration`.execute(db)).rejects.toThrow('permission denied');
    expect(await migrate(db)).toEqual([]);
    await sql`delete from migration where name = '0001-initial.sql'`.execute(server.db);
    await expect(migrate(db)).rejects.toThrow('0001-initial.sql has not run: npm run migrate');
  });

  test('rules §4 records: npm run migrate, as an owner who is no more than that, prepares a database for the role', async () => {
    const serverUrl = inject('postgresUrl');
    const [owner, name] = ['owner_of_migrated', 'migrated'];
    await administer(serverUrl, `create role ${owner} login`);
    await administer(serverUrl, `create database ${name} owner ${owner}`);
    const urlOf = (role: string) => {
      const url = new URL(databaseUrl(serverUrl, name));
      url.username = role;
      return url.href;
    };
    const early = await openDatabase({ kind: 'postgres', url: urlOf(SERVER_ROLE), poolSize: 1 });
    await expect(migrate(early.db)).rejects.toThrow('npm run migrate');
    const env = { ...process.env, DATABASE_URL: urlOf(owner) };
    const { stdout } = await promisify(execFile)(process.execPath, [program('migrate')], { env });
    expect(stdout).toMatch(/^Ran 0001-initial.sql\n[^]*Granted to voucher_server\n$/);
    expect(await migrate(early.db)).toEqual([]);
    expect(await keepRecordMonths({ ...server.services, db: early.db }, NEVER)).toEqual({
      dropped: [],
      isWaiting: false,
    });
    await early.db.insertInto('asl').values({ asl_id: 1, code: '101', name: 'Sassari' }).execute();
    await early.close();
    await administer(serverUrl, `drop database ${name}`);
    await administer(serverUrl, `drop role ${owner}`);
  });
});
