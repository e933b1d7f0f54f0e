import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  adminDossiers,
  approveAdminDossier,
  revokeAdminDossier,
  setAdminDossierAmount,
  swapAdminPaper,
  switchAdminDossier,
} from '#contract/admin/dossiers.ts';
import { adminBusinesses, removeAdminCancelCode, setAdminCancelCode } from '#contract/admin/businesses.ts';
import { adminPatients, issueAdminPin, unlockAdminPin } from '#contract/admin/patients.ts';
import { adminUsers, endAdminSessions } from '#contract/admin/users.ts';
import { revokeAdminVoucher } from '#contract/admin/vouchers.ts';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { checkCart, executeCart } from '#contract/calls/carts.ts';
import { checkCancellation } from '#contract/calls/purchases.ts';
import { renewVouchers } from '#server/patients/renew-vouchers.ts';
import { readPdf } from '#tests/pdf-text.ts';
import { contradictions } from '../support/balanced-ledger.ts';
import { restoreFixture } from '../support/fill-fixture.ts';
import { ASL, BUSINESSES, PATIENTS, PIN, PRODUCTS, TEST_NOW, USERS } from '../support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from '../support/harness.ts';
import { SALES, sell } from '../support/sale.ts';
import { NEW_PATIENT } from './rows.ts';

const never = new AbortController().signal;

describeOnEachDatabase('commands of operators', (database) => {
  let now: Date;
  let server: TestServer;
  let region: string;
  let sassari: string;
  let aurora: string;
  beforeAll(async () => {
    now = TEST_NOW;
    server = await startTestServer({ database, now: () => now });
  });
  beforeEach(async () => {
    now = TEST_NOW;
    region = await signInAs(server, USERS.region);
    sassari = await signInAs(server, USERS.districtSassari);
    aurora = await signInAs(server, USERS.aurora);
  });
  afterEach(() => restoreFixture(server.db));
  afterAll(() => server.close());

  async function versionOf(id: number): Promise<number> {
    return (await server.callOk(adminDossiers.calls.read, { params: { id } }, { token: region })).row.version;
  }
  function audits(action: string) {
    return server.db.selectFrom('audit').selectAll().where('action', '=', action).execute();
  }
  function vouchersOf(dossierId: number) {
    return server.db
      .selectFrom('voucher')
      .select(['month', 'initial_amount', 'residual', 'disabled_at'])
      .where('dossier_id', '=', dossierId)
      .orderBy('month')
      .execute();
  }
  async function swap(id: number, sheets: { number: string; month: string; amount: number }[], token = sassari) {
    const body = { version: await versionOf(id), sheets };
    return server.call(swapAdminPaper, { params: { id }, body }, { token });
  }
  /** Makes a dossier that is on paper until July 2026. */
  async function onPaper(id: number): Promise<void> {
    const body = { version: await versionOf(id), month: '2026-07-20' };
    await server.callOk(switchAdminDossier, { params: { id }, body }, { token: region });
  }

  test('rules §9 commands: a dossier is revoked, sells nothing, and is approved again; each once and written down', async () => {
    const input = async () => ({ params: { id: 10 }, body: { version: await versionOf(10) } });
    const first = await input();
    const { row } = await server.callOk(revokeAdminDossier, first, { token: sassari });
    expect(row).toMatchObject({ status: 'REVOKED', version: first.body.version + 1 });
    const { patientId, voucherId, storeId } = SALES.withPin;
    const cart = await server.call(checkCart, { body: { patientId, voucherId, storeId } }, { token: aurora });
    expect(cart.error?.description).toBe('DOSSIER_NOT_APPROVED');
    expect((await server.call(revokeAdminDossier, first, { token: sassari })).error?.description).toBe(
      'VERSION_CONFLICT',
    );
    expect((await server.call(revokeAdminDossier, await input(), { token: sassari })).error?.description).toBe(
      'NOT_POSSIBLE',
    );
    const { row: again } = await server.callOk(approveAdminDossier, await input(), { token: sassari });
    expect(again.status).toBe('APPROVED');
    expect(await audits('DOSSIER_REVOKED')).toMatchObject([
      {
        patient_id: 1,
        details: { table: 'dossier', id: 10, changes: { status: { from: 'APPROVED', to: 'REVOKED' } } },
      },
    ]);
    expect(await audits('DOSSIER_APPROVED')).toHaveLength(1);
  });

  test('rules §9 dossiers: a patient has one of a kind that is approved, and one voucher a month', async () => {
    const params = { id: 10 };
    const body = { patientId: PATIENTS.withPin.id, aslId: ASL.sassari, type: 'CELIAC' as const };
    const second = await server.call(adminDossiers.calls.create, { body }, { token: sassari });
    expect(second).toMatchObject({ status: 409, error: { description: 'DOSSIER_ALREADY_APPROVED' } });
    await server.callOk(revokeAdminDossier, { params, body: { version: 1 } }, { token: sassari });
    await server.callOk(adminDossiers.calls.create, { body }, { token: sassari });
    const again = await server.call(approveAdminDossier, { params, body: { version: 2 } }, { token: sassari });
    expect(again).toMatchObject({ status: 409, error: { description: 'DOSSIER_ALREADY_APPROVED' } });
  });

  test('rules §9 commands: one that breaks a constraint of the database is refused with the field, and changes nothing', async () => {
    await sql`create unique index dossier_switch_month_key on dossier (switch_month)`.execute(server.db);
    onTestFinished(async () => {
      await sql`drop index dossier_switch_month_key`.execute(server.db);
    });
    await onPaper(10);
    const body = { version: await versionOf(30), month: '2026-07-20' };
    const { status, error } = await server.call(switchAdminDossier, { params: { id: 30 }, body }, { token: region });
    expect([status, error?.description, error?.field]).toEqual([409, 'DUPLICATE', 'switchMonth']);
    expect(await versionOf(30)).toBe(body.version);
  });

  test('rules §9 commands: a voucher is revoked, and pays nothing any more', async () => {
    const input = { params: { id: 100 }, body: {} };
    const { row } = await server.callOk(revokeAdminVoucher, input, { token: sassari });
    expect(row.status).toBe('REVOKED');
    const { patientId, voucherId, storeId } = SALES.withPin;
    const cart = await server.call(checkCart, { body: { patientId, voucherId, storeId } }, { token: aurora });
    expect(cart.error?.description).toBe('VOUCHER_NOT_ENABLED');
    expect((await server.call(revokeAdminVoucher, input, { token: sassari })).error?.description).toBe('NOT_POSSIBLE');
    expect(await audits('VOUCHER_REVOKED')).toMatchObject([{ voucher_id: 100, patient_id: 1 }]);
  });

  test('rules §9 amounts: one that is set counts from its month on; the voucher under way keeps its own', async () => {
    const set = async (month: string, monthlyAmount: number) => {
      const body = { version: await versionOf(31), month, monthlyAmount };
      return server.call(setAdminDossierAmount, { params: { id: 31 }, body }, { token: region });
    };
    expect((await set('2026-04-01', 200)).error).toMatchObject({ description: 'INVALID_REQUEST', field: 'month' });
    expect((await set('2026-07-15', 200.5)).data?.row).toMatchObject({ amountMonth: '2026-07-01' });
    for (const day of ['2026-06-10T08:00:00Z', '2026-07-10T08:00:00Z', '2026-07-31T08:00:00Z']) {
      now = new Date(day);
      await renewVouchers(server.services, never);
    }
    region = await signInAs(server, USERS.region);
    // The voucher of August exists since the last day of July. That of July is current.
    expect((await set('2026-07-01', 90)).error).toBeUndefined();
    expect(
      (await vouchersOf(31)).map(({ month, initial_amount: initial, residual }) => [month, initial, residual]),
    ).toEqual([
      ['2026-05-01', '150.00', '150.00'],
      ['2026-06-01', '150.00', '150.00'],
      ['2026-07-01', '200.50', '200.50'],
      ['2026-08-01', '90.00', '90.00'],
    ]);
    expect(await contradictions(server.db)).toEqual([]);
    const body = { version: await versionOf(10), month: '2026-08-01', monthlyAmount: 90 };
    const ofCeliac = await server.call(setAdminDossierAmount, { params: { id: 10 }, body }, { token: region });
    expect(ofCeliac.error?.description).toBe('NOT_POSSIBLE');
  });

  test('rules §9 paper: until its switch month a dossier gets no voucher but those that are swapped', async () => {
    const { row: patient } = await server.callOk(adminPatients.calls.create, { body: NEW_PATIENT }, { token: sassari });
    const dossier = { patientId: Number(patient.patientId), aslId: ASL.sassari, type: 'CELIAC' as const };
    const made = { body: { ...dossier, switchMonth: '2026-07-01' } };
    const id = Number((await server.callOk(adminDossiers.calls.create, made, { token: sassari })).row.dossierId);
    await renewVouchers(server.services, never);
    expect(await vouchersOf(id)).toEqual([]);
    const swapped = await swap(id, [
      { number: 'a 1', month: '2026-05-01', amount: 20 },
      { number: 'A2', month: '2026-05-20', amount: 22.25 },
      { number: 'A3', month: '2026-06-01', amount: 89 },
      { number: 'A4', month: '2026-03-01', amount: 30 },
    ]);
    expect(swapped.error).toBeUndefined();
    // The residual of a month that has ended may be spent until the end of this month.
    const endOfMay = new Date('2026-05-31T21:59:59.999Z');
    expect(await vouchersOf(id)).toEqual([
      { month: '2026-03-01', initial_amount: '30.00', residual: '30.00', disabled_at: endOfMay },
      { month: '2026-05-01', initial_amount: '42.25', residual: '42.25', disabled_at: endOfMay },
      {
        month: '2026-06-01',
        initial_amount: '89.00',
        residual: '89.00',
        disabled_at: new Date('2026-06-30T21:59:59.999Z'),
      },
    ]);
    now = new Date('2026-07-01T08:00:00Z');
    await renewVouchers(server.services, never);
    expect((await vouchersOf(id)).at(-1)).toMatchObject({ month: '2026-07-01', initial_amount: '89.00' });
    expect(await audits('PAPER_SWAPPED')).toMatchObject([{ details: { id, sheets: [{ number: 'A1' }, {}, {}, {}] } }]);
    expect(await contradictions(server.db)).toEqual([]);
  });

  test.each([
    [
      'twice in one swap',
      [
        ['B1', '2026-06-01', 10],
        ['b 1', '2026-06-01', 10],
      ],
      'SHEET_REPEATED',
      'B1',
    ],
    [
      'that another patient has swapped',
      [
        ['B2', '2026-06-01', 10],
        ['USED', '2026-06-01', 5],
      ],
      'SHEET_ALREADY_SWAPPED',
      'USED',
    ],
    [
      'that exceed the ceiling of the month',
      [
        ['B3', '2026-06-01', 100],
        ['B4', '2026-06-01', 10.01],
      ],
      'SHEET_ABOVE_CEILING',
      'B4',
    ],
    ['beside the voucher that the worker made', [['B5', '2026-05-01', 1]], 'SHEET_ABOVE_CEILING', 'B5'],
    ['of a month that is electronic', [['B6', '2026-07-01', 10]], 'SHEET_MONTH_NOT_ON_PAPER', 'B6'],
  ] as const)(
    'rules §9 paper: sheets %s are refused by name, and nothing is swapped',
    async (_, sheets, description, sheet) => {
      await onPaper(30);
      const used = await swap(30, [{ number: 'USED', month: '2026-06-01', amount: 5 }]);
      expect(used.error).toBeUndefined();
      await onPaper(10);
      const before = await vouchersOf(10);
      const refused = await swap(
        10,
        sheets.map(([number, month, amount]) => ({ number, month, amount })),
      );
      expect(refused.error).toMatchObject({ description, sheet });
      expect(await vouchersOf(10)).toEqual(before);
    },
  );

  test('rules §9 paper: sheets top a month up, beside what has been spent of it', async () => {
    await onPaper(60);
    const month = '2026-06-01';
    expect((await swap(60, [{ number: 'C1', month, amount: 60 }])).error).toBeUndefined();
    now = new Date('2026-06-10T08:00:00Z');
    const token = await signInAs(server, USERS.aurora);
    const { voucher_id: voucherId } = await server.db
      .selectFrom('voucher')
      .select('voucher_id')
      .where('dossier_id', '=', 60)
      .where('month', '=', month)
      .executeTakeFirstOrThrow();
    await sell(server, token, { ...SALES.nearlySpent, voucherId }, PRODUCTS.bread, 2);
    const office = await signInAs(server, USERS.districtSassari);
    region = await signInAs(server, USERS.region);
    expect((await swap(60, [{ number: 'C2', month, amount: 50 }], office)).error).toBeUndefined();
    expect((await vouchersOf(60)).at(-1)).toMatchObject({ initial_amount: '110.00', residual: '103.00' });
    expect(await contradictions(server.db)).toEqual([]);
  });

  async function openWith(otp: string) {
    const { patientId, voucherId, storeId } = SALES.withPin;
    const { txCommand } = await server.callOk(
      checkCart,
      { body: { patientId, voucherId, storeId } },
      { token: aurora },
    );
    const body = { txCommandId: Number(txCommand.txCommandId), otp };
    return (await server.call(executeCart, { body }, { token: aurora })).error?.description ?? 'opened';
  }

  test('§6 PIN: one that is issued stands in its letter alone, ends the former one and its lock', async () => {
    const { id } = PATIENTS.withPin;
    for (let tries = 0; tries < 5; tries += 1) await openWith('00000');
    expect(await openWith(PIN)).toBe('TRANSACTION_LOCKED');
    const { row } = await server.callOk(adminPatients.calls.read, { params: { id } }, { token: sassari });
    const input = { params: { id }, body: { version: row.version } };
    const letter = await server.callOk(issueAdminPin, input, { token: sassari });
    const { texts } = readPdf(Buffer.from(letter.base64, 'base64'));
    const pin = texts.find((one) => /^\d{5}$/.test(one)) ?? '';
    expect(pin).toHaveLength(5);
    expect(texts).toContain('Mario Rossi');
    expect(texts.join(' ')).not.toContain(PATIENTS.withPin.fiscalCode);
    if (pin !== PIN) expect(await openWith(PIN)).toBe('TRANSACTION_WRONG_OTP');
    expect(await openWith(pin)).toBe('opened');
    const [audit] = await audits('PIN_ISSUED');
    expect(audit).toMatchObject({ patient_id: id });
    const stored = JSON.stringify(await server.db.selectFrom('audit').selectAll().execute());
    expect(stored).not.toContain(`"${pin}"`);
    const after = await server.callOk(adminPatients.calls.read, { params: { id } }, { token: sassari });
    expect(after.row).toMatchObject({ hasPin: true, pinIssueTime: expect.stringMatching(/^20\d\d-/) as unknown });
    expect((await server.call(issueAdminPin, input, { token: sassari })).error?.description).toBe('VERSION_CONFLICT');
  });

  test('§6 PIN: none is issued to a patient who confirms without', async () => {
    const { id } = PATIENTS.withoutPin;
    const { row } = await server.callOk(adminPatients.calls.read, { params: { id } }, { token: region });
    const input = { params: { id }, body: { version: row.version } };
    expect((await server.call(issueAdminPin, input, { token: region })).error?.description).toBe('NOT_POSSIBLE');
  });

  test('§6 PIN: one that is locked is unlocked at every business', async () => {
    const { id } = PATIENTS.withPin;
    for (let tries = 0; tries < 5; tries += 1) await openWith('00000');
    const { row } = await server.callOk(adminPatients.calls.read, { params: { id } }, { token: sassari });
    const input = { params: { id }, body: { version: row.version } };
    await server.callOk(unlockAdminPin, input, { token: sassari });
    expect(await openWith(PIN)).toBe('opened');
    expect(await audits('PIN_UNLOCKED')).toMatchObject([{ patient_id: id, details: { businesses: 1 } }]);
  });

  test('§6 cancellation code: it is set, asked for, and removed', async () => {
    const id = BUSINESSES.aurora;
    const purchaseId = Number(await sell(server, aurora, SALES.withoutPin, PRODUCTS.bread, 1));
    const isAsked = async () => {
      const { txCommand } = await server.callOk(checkCancellation, { params: { purchaseId } }, { token: aurora });
      return txCommand.otpRequired;
    };
    const version = async () => {
      const { row } = await server.callOk(adminBusinesses.calls.read, { params: { id } }, { token: region });
      return row.version;
    };
    expect(await isAsked()).toBe(false);
    const set = { params: { id }, body: { version: await version(), code: '24680' } };
    expect((await server.callOk(setAdminCancelCode, set, { token: region })).row.hasCancelCode).toBe(true);
    expect(await isAsked()).toBe(true);
    const remove = { params: { id }, body: { version: await version() } };
    await server.callOk(removeAdminCancelCode, remove, { token: region });
    expect(await isAsked()).toBe(false);
    expect(
      JSON.stringify([...(await audits('CANCEL_CODE_SET')), ...(await audits('CANCEL_CODE_REMOVED'))]),
    ).not.toContain('24680');
    const again = { params: { id }, body: { version: await version() } };
    expect((await server.call(removeAdminCancelCode, again, { token: region })).error?.description).toBe(
      'NOT_POSSIBLE',
    );
  });

  test('rules §9 commands: the sessions of a user end at once', async () => {
    const params = { id: 1 };
    const { row } = await server.callOk(adminUsers.calls.read, { params }, { token: region });
    await server.callOk(readCurrentUser, {}, { token: aurora });
    await server.callOk(endAdminSessions, { params, body: { version: row.version } }, { token: region });
    expect((await server.call(readCurrentUser, {}, { token: aurora })).error?.description).toBe('NOT_AUTHENTICATED');
    expect((await audits('SESSIONS_ENDED'))[0]?.details).toMatchObject({ table: 'app_user', id: 1 });
  });

  test('rules §9 commands: what is of another authority is not found', async () => {
    const token = await signInAs(server, USERS.districtCagliari);
    const body = { version: 1 };
    const outcomes = [
      await server.call(revokeAdminDossier, { params: { id: 10 }, body }, { token }),
      await server.call(revokeAdminVoucher, { params: { id: 100 }, body: {} }, { token }),
      await server.call(issueAdminPin, { params: { id: PATIENTS.withPin.id }, body }, { token }),
      await swap(10, [{ number: 'D1', month: '2026-04-01', amount: 1 }], token),
    ];
    expect(outcomes.map(({ error }) => error?.description)).toEqual([
      'DOSSIER_NOT_FOUND',
      'VOUCHER_NOT_FOUND',
      'PATIENT_NOT_FOUND',
      'DOSSIER_NOT_FOUND',
    ]);
  });
});
