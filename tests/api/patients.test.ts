import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchPatients } from '#contract/calls/patients.ts';
import { PATIENTS, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';

describeOnEachDatabase('patients', (database) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ database });
    token = await signInAs(server, USERS.aurora);
  });
  afterAll(() => server.close());

  async function search(fiscalCode: string, other: { status?: 'ENABLED'; duplicateByDossier?: boolean } = {}) {
    const query = { fiscalCode, sort: 'lastName,firstName,asc', ...other };
    return (await server.callOk(searchPatients, { query }, { token })).patients;
  }

  function refused(fiscalCode: string, sort?: string) {
    return server.call(searchPatients, { query: { fiscalCode, ...(sort ? { sort } : {}) } }, { token });
  }

  test('§7 patients/search: the whole row that step 1 needs', async () => {
    const { fiscalCode } = PATIENTS.withPin;
    const found = await search(fiscalCode, { status: 'ENABLED', duplicateByDossier: true });
    expect(found).toMatchObject([
      {
        patientId: 1,
        fiscalCode,
        firstName: 'Mario',
        lastName: 'Rossi',
        gender: 'M',
        birthDate: '1980-01-01',
        categoryType: 'CELIAC',
        otpMode: 'PIN',
        activeDossiers: [{ dossierId: 10, type: 'CELIAC', status: 'APPROVED' }],
      },
    ]);
    const [voucher] = found[0]?.activeVouchers ?? [];
    expect(voucher).toMatchObject({
      voucherId: 100,
      code: 'B-100',
      status: 'ENABLED',
      dateEnabled: '2026-05-01T00:00:00.000+02:00',
      dateDisabled: '2026-05-31T23:59:59.999+02:00',
    });
    expect(voucher?.initialAmount?.toFixed()).toBe('110');
  });

  test('rules §4 search: a prefix of six characters, typed in any case and with spaces', async () => {
    const names = (await search('rss mra')).map((row) => [row.lastName, row.firstName]);
    expect(names).toEqual([
      ['Rossi', 'Mario'],
      ['Rossini', 'Mario'],
    ]);
    expect(await search('SSMRA80')).toEqual([]);
  });

  test('rules §4 search: status=ENABLED filters patients, never dossiers or vouchers', async () => {
    expect(await search('RSSMRA', { status: 'ENABLED' })).toHaveLength(1);
    const [dossier] = await search(PATIENTS.revokedDossier.fiscalCode, { status: 'ENABLED', duplicateByDossier: true });
    expect(dossier?.activeDossiers).toMatchObject([{ status: 'REVOKED' }]);
    const [voucher] = await search(PATIENTS.revokedVoucher.fiscalCode, { status: 'ENABLED', duplicateByDossier: true });
    expect(voucher?.activeVouchers).toMatchObject([{ status: 'REVOKED' }]);
  });

  test('rules §1 search: a dossier that had paper vouchers says from which month they are electronic', async () => {
    const { fiscalCode } = PATIENTS.withPin;
    const find = async () => (await search(fiscalCode))[0]?.activeDossiers[0];
    expect(await find()).not.toHaveProperty('switchMonth');
    await server.db.updateTable('dossier').set({ switch_month: '2026-07-01' }).where('dossier_id', '=', 10).execute();
    expect(await find()).toMatchObject({ switchMonth: '2026-07-01' });
    await server.db.updateTable('dossier').set({ switch_month: null }).where('dossier_id', '=', 10).execute();
  });

  test('rules §4 duplicateByDossier: one row per dossier with that dossier, its vouchers and its category', async () => {
    const rows = await search(PATIENTS.twoDossiers.fiscalCode, { duplicateByDossier: true });
    expect(rows).toMatchObject([
      { categoryType: 'CELIAC', activeDossiers: [{ dossierId: 30 }], activeVouchers: [{ voucherId: 300 }] },
      { categoryType: 'PROTEIN_FREE', activeDossiers: [{ dossierId: 31 }], activeVouchers: [{ voucherId: 310 }] },
    ]);
    const [row, ...more] = await search(PATIENTS.twoDossiers.fiscalCode);
    expect(more).toEqual([]);
    expect(row?.activeDossiers).toHaveLength(2);
    expect(row?.activeVouchers).toHaveLength(2);
  });

  test('rules §4 vouchers: by expiry, without those that have expired', async () => {
    const [two] = await search(PATIENTS.twoVouchers.fiscalCode, { duplicateByDossier: true });
    expect(two?.activeVouchers.map((voucher) => voucher.voucherId)).toEqual([1001, 1002]);
    const [expired] = await search(PATIENTS.expiredVoucher.fiscalCode, { duplicateByDossier: true });
    expect(expired).toMatchObject({ activeVouchers: [], activeDossiers: [{ status: 'APPROVED' }] });
  });

  test('rules §4 vouchers: an ENABLED one comes before one that expires earlier', async () => {
    const status = (value: 'REVOKED' | 'ENABLED') =>
      server.db.updateTable('voucher').set({ status: value }).where('voucher_id', '=', 1001).execute();
    await status('REVOKED');
    const [two] = await search(PATIENTS.twoVouchers.fiscalCode, { duplicateByDossier: true });
    await status('ENABLED');
    expect(two?.activeVouchers.map((voucher) => voucher.voucherId)).toEqual([1002, 1001]);
  });

  test.each(['RSSMR', ' RSSMR ', '%%%%%%', 'RSSMR_', 'RSSMRA80A01B354XX'])(
    'rules §4 search: %j is refused',
    async (fiscalCode) => {
      const { status, error } = await refused(fiscalCode);
      expect(status).toBe(400);
      expect(error).toMatchObject({ code: 4000, description: 'INVALID_REQUEST', field: 'fiscalCode' });
    },
  );

  test('rules §1 sort: an unknown field is refused', async () => {
    expect(await refused('RSSMRA', 'pin_hash,asc')).toMatchObject({ status: 400, error: { field: 'sort' } });
  });

  test('rules §4 access log: every patient found is written down with user, business and call', async () => {
    await server.db.deleteFrom('consultation').execute();
    await search('RSSMRA');
    const rows = await server.db.selectFrom('consultation').selectAll().orderBy('patient_id').execute();
    const seen = { user_id: 1, business_id: 1, call: 'patients.search' };
    expect(rows).toMatchObject([
      { ...seen, patient_id: PATIENTS.withPin.id },
      { ...seen, patient_id: PATIENTS.disabled.id },
    ]);
  });

  test('rules §4 search: 50 rows at most, and whether there are more; no other is written down', async () => {
    const made = (count: number, from: number) =>
      Array.from({ length: count }, (_, index) => ({
        fiscal_code: `XXXXXX80A01B${String(from + index).padStart(3, '0')}Y`,
        first_name: 'Prova',
        last_name: 'Tanti',
        gender: 'F' as const,
        birth_date: '1980-01-01',
        otp_mode: 'NONE' as const,
        status: 'ENABLED' as const,
      }));
    const ask = () => server.callOk(searchPatients, { query: { fiscalCode: 'XXXXXX' } }, { token });
    await server.db.insertInto('patient').values(made(50, 0)).execute();
    const whole = await ask();
    expect([whole.patients.length, whole.hasMore]).toEqual([50, undefined]);
    await server.db.insertInto('patient').values(made(9, 50)).execute();
    await server.db.deleteFrom('consultation').execute();
    const part = await ask();
    expect([part.patients.length, part.hasMore]).toEqual([50, true]);
    const written = await server.db.selectFrom('consultation').select('patient_id').execute();
    expect(written.map((row) => row.patient_id).sort((a, b) => a - b)).toEqual(
      part.patients.map(({ patientId }) => Number(patientId)).sort((a, b) => a - b),
    );
  });

  test('§6 roles: a health authority may not search patients', async () => {
    const asl = await signInAs(server, USERS.aslSassari);
    const query = { fiscalCode: PATIENTS.withPin.fiscalCode };
    expect((await server.call(searchPatients, { query }, { token: asl })).status).toBe(403);
    expect((await server.call(searchPatients, { query })).status).toBe(403);
  });

  test('design §4 prefix search: it uses its index', async () => {
    const lines = await server.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      const query = trx.selectFrom('patient').select('patient_id').where('fiscal_code', 'like', 'RSSMRA%');
      return query.explain<{ 'QUERY PLAN': string }>();
    });
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    expect(plan).toContain('patient_fiscal_code_key');
    expect(plan).toMatch(/Index Cond: .*>= 'RSSMRA'/);
  });
});
