import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchPatients } from '#contract/calls/patients.ts';
import { homocodicForms } from '#contract/rules/fiscal-code.ts';
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

  test('rules §4 search: the whole code, typed in any case and with blanks; in all of its homocodic forms where nobody has it', async () => {
    const { fiscalCode } = PATIENTS.withPin;
    const namesOf = async (typed: string) => (await search(typed)).map((row) => [row.lastName, row.firstName]);
    const found = [['Rossi', 'Mario']];
    expect(await namesOf(`${fiscalCode.slice(0, 6)} ${fiscalCode.slice(6)}`.toLowerCase())).toEqual(found);
    const forms = homocodicForms(fiscalCode);
    expect(new Set(forms).size).toBe(128);
    for (const form of [forms[1], forms[77], forms.at(-1)]) expect(await namesOf(form ?? '')).toEqual(found);
    const another = { first_name: 'Mario', last_name: 'Rossi', gender: 'M', birth_date: '1980-01-01' } as const;
    const row = { ...another, otp_mode: 'NONE', status: 'ENABLED' } as const;
    const made = server.db.insertInto('patient').values({ ...row, fiscal_code: forms[1] ?? '' });
    const { patient_id: id } = await made.returning('patient_id').executeTakeFirstOrThrow();
    expect((await search(forms[1] ?? '')).map((one) => Number(one.patientId))).toEqual([id]);
    expect(await namesOf(fiscalCode)).toEqual(found);
    expect(await namesOf(forms[2] ?? '')).toHaveLength(2);
    await server.db.deleteFrom('consultation').where('patient_id', '=', id).execute();
    await server.db.deleteFrom('patient').where('patient_id', '=', id).execute();
  });

  test('rules §4 search: a provisional code finds its patient', async () => {
    const row = { first_name: 'Ada', last_name: 'Nuova', gender: 'F', birth_date: '2026-01-01' } as const;
    const made = { ...row, fiscal_code: '12345678903', otp_mode: 'NONE', status: 'ENABLED' } as const;
    await server.db.insertInto('patient').values(made).execute();
    expect(await search('12345678903')).toHaveLength(1);
    expect(await search('1234567890')).toEqual([]);
  });

  const { fiscalCode: CODE } = PATIENTS.withPin;
  test.each([
    ...Array.from({ length: 15 }, (_, index) => CODE.slice(0, index + 1)),
    CODE.slice(1),
    `${CODE}A`,
    `${CODE.slice(0, 15)}%`,
    '________________',
    '%%%%%%%%%%%%%%%%',
    'PRVRSS80A01B354',
    'STP2001010000012',
  ])(
    'rules §4 search: %j, which is no whole code of anybody, finds nobody, and nobody is written down',
    async (typed) => {
      await server.db.deleteFrom('consultation').execute();
      expect(await search(typed)).toEqual([]);
      expect(await server.db.selectFrom('consultation').selectAll().execute()).toEqual([]);
    },
  );

  test('rules §4 search: status=ENABLED filters patients, never dossiers or vouchers', async () => {
    expect(await search(PATIENTS.withPin.fiscalCode, { status: 'ENABLED' })).toHaveLength(1);
    expect(await search(PATIENTS.disabled.fiscalCode)).toHaveLength(1);
    expect(await search(PATIENTS.disabled.fiscalCode, { status: 'ENABLED' })).toEqual([]);
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

  test('rules §1 sort: an unknown field is refused', async () => {
    expect(await refused(CODE, 'pin_hash,asc')).toMatchObject({ status: 400, error: { field: 'sort' } });
  });

  test('rules §4 access log: every patient found is written down with user, business and call', async () => {
    await server.db.deleteFrom('consultation').execute();
    await search(CODE);
    const rows = await server.db.selectFrom('consultation').selectAll().orderBy('patient_id').execute();
    expect(rows).toMatchObject([
      { user_id: 1, business_id: 1, call: 'patients.search', patient_id: PATIENTS.withPin.id },
    ]);
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
