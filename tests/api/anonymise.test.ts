import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { searchConsultations } from '#contract/admin/consultations.ts';
import { adminDossiers, approveAdminDossier } from '#contract/admin/dossiers.ts';
import { adminPatients, anonymiseAdminPatient, issueAdminPin } from '#contract/admin/patients.ts';
import { adminUsers } from '#contract/admin/users.ts';
import { clocks } from '#server/database/clock.ts';
import { createLogger } from '#server/http/logs.ts';
import { anonymisePatients, anonymisePatientsDaily, countDuePatients } from '#server/patients/anonymise-patients.ts';
import { anonymiseUsersDaily } from '#server/reference/anonymise-users.ts';
import { startWorker } from '#server/worker.ts';
import { NEW_PATIENT, NEW_USER } from './admin/rows.ts';
import { restoreFixture } from './support/fill-fixture.ts';
import { fingerprint } from './support/fingerprint.ts';
import { ASL, PATIENTS, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { untilWaiting } from './support/until-waiting.ts';

const never = new AbortController().signal;

/** More than 24 months after the vouchers of the fixture have ended. */
const LATER = new Date('2028-07-01T08:00:00Z');

describeOnEachDatabase('anonymous patients', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  afterAll(() => server.close());

  test('rules §9 anonymous: who gets no vouchers any more loses name, code and PIN; all figures and records stay', async () => {
    const { withPin, nearlySpent, withoutVoucher, revokedDossier, disabled } = PATIENTS;
    const ended = [withPin, nearlySpent, withoutVoucher].map(({ id }) => id);
    await sql`update dossier set status = 'REVOKED' where patient_id = any(${ended}::int[])`.execute(server.db);
    const services = { ...server.services, ...clocks(() => LATER) };
    expect(await countDuePatients(server.services, 24)).toBe(0);
    expect(await countDuePatients(services, 26)).toBe(0);
    const expected = [withPin, nearlySpent, revokedDossier, disabled].map(({ id }) => id);
    expect(await countDuePatients(services, 24)).toBe(expected.length);

    const before = await fingerprint(server.db);
    expect(await anonymisePatients(services, 24, never)).toEqual({ isDone: true, count: expected.length });
    const after = await fingerprint(server.db);
    expect([...after].flatMap(([table, sum]) => (before.get(table) === sum ? [] : [table]))).toEqual([
      'audit',
      'patient',
    ]);
    const { rows } = await sql<{ patient_id: number; pin_hash: string | null }>`select patient_id, pin_hash from patient
      where last_name = 'Assistito' order by patient_id`.execute(server.db);
    expect(rows).toEqual(expected.toSorted((a, b) => a - b).map((patient_id) => ({ patient_id, pin_hash: null })));
    const { rows: written } = await sql`select patient_id from audit where action = 'PATIENT_ANONYMISED'`.execute(
      server.db,
    );
    expect(written).toHaveLength(expected.length);
    expect((await anonymisePatients(services, 24, never)).count).toBe(0);

    const token = await signInAs(server, USERS.region);
    const params = { id: String(withPin.id) };
    expect((await server.callOk(adminPatients.calls.read, { params }, { token })).row).toMatchObject({
      fiscalCode: `ANONIMO-${withPin.id}`,
      lastName: 'Assistito',
      hasPin: false,
      status: 'DISABLED',
    });
  });
});

describeOnEachDatabase('anonymous patients on the screen', (database) => {
  let now = TEST_NOW;
  let server: TestServer;
  let region: string;
  const { withPin, withoutVoucher, disabled } = PATIENTS;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => now, env: { PATIENT_MONTHS: '24' } });
    await sql`update dossier set status = 'REVOKED' where patient_id = ${withPin.id}`.execute(server.db);
  });
  afterAll(() => server.close());

  async function read(id: number) {
    return (await server.callOk(adminPatients.calls.read, { params: { id } }, { token: region })).row;
  }
  async function anonymise(id: number, version: number, token = region) {
    return server.call(anonymiseAdminPatient, { params: { id }, body: { version } }, { token });
  }
  async function due(): Promise<unknown[]> {
    const body = { anonymity: 'DUE' as const, size: 100 };
    const { rows } = await server.callOk(adminPatients.calls.search, { body }, { token: region });
    return rows.map(({ patientId }) => patientId).toSorted();
  }

  test('rules §9 anonymous: before its time nobody is due, and it is refused as such', async () => {
    now = TEST_NOW;
    region = await signInAs(server, USERS.region);
    const { version, anonymity } = await read(withPin.id);
    expect(anonymity).toBeUndefined();
    expect(await due()).toEqual([]);
    expect(await anonymise(withPin.id, version)).toMatchObject({
      status: 409,
      error: { code: 5015, description: 'PATIENT_NOT_DUE' },
    });
  });

  test('rules §9 anonymous: the region makes one who is due anonymous, once, as it was seen, and for good', async () => {
    now = LATER;
    region = await signInAs(server, USERS.region);
    const office = await signInAs(server, USERS.districtSassari);
    const { version, anonymity } = await read(withPin.id);
    expect(anonymity).toBe('DUE');
    expect(await due()).toContain(withPin.id);
    expect(await due()).not.toContain(withoutVoucher.id);
    expect((await anonymise(withPin.id, version, office)).error?.description).toBe('NOT_ALLOWED');
    expect((await anonymise(withPin.id, version + 1)).error?.description).toBe('VERSION_CONFLICT');

    const before = await fingerprint(server.db);
    const { data } = await anonymise(withPin.id, version);
    expect(data?.row).toMatchObject({
      fiscalCode: `ANONIMO-${withPin.id}`,
      firstName: 'anonimo',
      lastName: 'Assistito',
      birthDate: '1900-01-01',
      hasPin: false,
      anonymity: 'DONE',
      version: version + 1,
    });
    const after = await fingerprint(server.db);
    const changed = [...after].flatMap(([table, sum]) => (before.get(table) === sum ? [] : [table]));
    expect(changed).toEqual(['audit', 'consultation', 'patient']);
    const { rows } = await sql<{ details: unknown }>`select details from audit
      where action = 'PATIENT_ANONYMISED' and patient_id = ${withPin.id} and user_id is not null`.execute(server.db);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(withPin.fiscalCode);

    expect(await due()).not.toContain(withPin.id);
    const params = { id: withPin.id };
    const again = { ...NEW_PATIENT, version: version + 1 };
    const writes = [
      await anonymise(withPin.id, version + 1),
      await server.call(adminPatients.calls.update, { params, body: again }, { token: region }),
      await server.call(issueAdminPin, { params, body: { version: version + 1 } }, { token: region }),
      await server.call(
        adminDossiers.calls.create,
        { body: { patientId: withPin.id, aslId: ASL.sassari, type: 'CELIAC' } },
        { token: region },
      ),
      await server.call(approveAdminDossier, { params: { id: 10 }, body: { version: 1 } }, { token: region }),
    ];
    expect(writes.map(({ error }) => error?.description)).toEqual(writes.map(() => 'NOT_POSSIBLE'));
    // It asks the same as the command, which finds the others.
    expect(await due()).toHaveLength(await countDuePatients(server.services, 24));
    expect(await due()).toContain(disabled.id);
  });
});

/** In both, half of the time of LATER is over. */
const [LONG_AGO, LATELY] = ['2026-06-30T12:00:00Z', '2026-07-02T12:00:00Z'];

describeOnEachDatabase('anonymous patients who never had a voucher', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => LATER, env: { PATIENT_MONTHS: '24' } });
  });
  afterAll(() => server.close());
  beforeEach(() => restoreFixture(server.db));

  async function enter(changed: string, status: 'ENABLED' | 'DISABLED', dossier?: readonly [string, string]) {
    const { rows } = await sql<{ id: number }>`
      insert into patient (fiscal_code, first_name, last_name, gender, birth_date, otp_mode, status, changed_at)
      values ('BNCLRA80A01B354X', 'Lara', 'Bianchi', 'F', '1980-01-01', 'NONE', ${status}, ${changed})
      returning patient_id as id`.execute(server.db);
    const [{ id } = { id: 0 }] = rows;
    if (dossier !== undefined)
      await sql`insert into dossier (patient_id, asl_id, type, status, changed_at)
        values (${id}, ${ASL.sassari}, 'CELIAC', ${dossier[0]}, ${dossier[1]})`.execute(server.db);
    return id;
  }

  async function codeOf(id: number): Promise<string | undefined> {
    const patient = server.db.selectFrom('patient').select('fiscal_code').where('patient_id', '=', id);
    return (await patient.executeTakeFirst())?.fiscal_code;
  }

  test.each([
    ['without a dossier, entered long ago', LONG_AGO, 'ENABLED', undefined, true],
    ['without a dossier, changed lately', LATELY, 'ENABLED', undefined, false],
    ['with a dossier revoked long ago', LONG_AGO, 'ENABLED', ['REVOKED', LONG_AGO], true],
    ['with a dossier revoked lately', LONG_AGO, 'ENABLED', ['REVOKED', LATELY], false],
    ['with a dossier deleted lately', LONG_AGO, 'ENABLED', ['DELETED', LATELY], false],
    ['with a dossier that is approved', LONG_AGO, 'ENABLED', ['APPROVED', LONG_AGO], false],
    ['disabled, with a dossier that is approved', LONG_AGO, 'DISABLED', ['APPROVED', LONG_AGO], true],
    ['disabled lately', LATELY, 'DISABLED', undefined, false],
  ] as const)('rules §9 anonymous: who never had a voucher, %s', async (_, changed, status, dossier, isDue) => {
    const id = await enter(changed, status, dossier);
    await anonymisePatients(server.services, 24, never);
    expect(await codeOf(id)).toBe(isDue ? `ANONIMO-${id}` : 'BNCLRA80A01B354X');
  });

  test('rules §9 anonymous: each change of patient or dossier counts, whoever makes it', async () => {
    const id = await enter(LONG_AGO, 'ENABLED', ['REVOKED', LONG_AGO]);
    for (const table of ['patient', 'dossier'])
      await sql`update ${sql.table(table)} set version = version + 1 where patient_id = ${id}`.execute(server.db);
    const { rows } = await sql<{ is: boolean }>`select patient.changed_at > now() - interval '1 hour'
      and dossier.changed_at > now() - interval '1 hour' as is
      from patient join dossier using (patient_id) where patient_id = ${id}`.execute(server.db);
    expect(rows).toEqual([{ is: true }]);
  });

  test('rules §9 anonymous: the worker does it, once a day, and only where it is set', async () => {
    const { services } = server;
    const rules = { ...services.rules, patientMonths: undefined };
    const first = await enter(LONG_AGO, 'ENABLED');
    expect(await anonymisePatientsDaily({ ...services, rules }, never)).toBe(0);
    const worker = startWorker(services, createLogger('silent'), server.settings.esb);
    await expect.poll(() => codeOf(first)).toBe(`ANONIMO-${first}`);
    await worker.stop();
    await anonymisePatientsDaily(services, never);
    const second = await enter(LONG_AGO, 'ENABLED');
    await anonymisePatientsDaily(services, never);
    expect(await codeOf(second)).toBe('BNCLRA80A01B354X');
    const tomorrow = { ...services, ...clocks(() => new Date(LATER.getTime() + 86_400_000)) };
    await anonymisePatientsDaily(tomorrow, never);
    expect(await codeOf(second)).toBe(`ANONIMO-${second}`);
    const days = server.db.selectFrom('job_step').select('part').where('job', '=', 'anonymise');
    expect(await days.execute()).toEqual([{ part: '2028-07-02' }]);
  });
});

describeOnEachDatabase('anonymous users', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => LATER });
  });
  afterAll(() => server.close());
  beforeEach(() => restoreFixture(server.db));

  const AURORA = 1;
  async function disable(at: string): Promise<void> {
    await sql`update app_user set disabled_at = ${at} where user_id = ${AURORA}`.execute(server.db);
    // What the database writes of it has the time of its own clock.
    await sql`delete from audit`.execute(server.db);
  }
  async function readUser() {
    const columns = ['username', 'first_name', 'last_name'] as const;
    return server.db.selectFrom('app_user').select(columns).where('user_id', '=', AURORA).executeTakeFirstOrThrow();
  }
  const ANONYMOUS = { username: 'ANONIMO-1', first_name: 'Utente', last_name: 'n. 1' };

  test.each([
    ['disabled long ago, without records', LONG_AGO, undefined, undefined, true],
    ['disabled long ago, who saw somebody long ago', LONG_AGO, 'consultation', LONG_AGO, true],
    ['disabled long ago, who saw somebody later', LONG_AGO, 'consultation', LATELY, false],
    ['disabled long ago, who changed something later', LONG_AGO, 'audit', LATELY, false],
    ['disabled lately', LATELY, undefined, undefined, false],
  ] as const)('rules §9 users: one who is %s', async (_, disabled, table, recorded, isDue) => {
    await disable(disabled);
    const consultation = sql`insert into consultation (at, user_id, patient_id, call)
      values (${recorded}, ${AURORA}, 1, 'patients.search')`;
    const audit = sql`insert into audit (at, user_id, action) values (${recorded}, ${AURORA}, 'SIGNED_IN')`;
    if (table !== undefined) await (table === 'audit' ? audit : consultation).execute(server.db);
    const before = await readUser();
    expect(await anonymiseUsersDaily(server.services, never)).toBe(isDue ? 1 : 0);
    expect(await readUser()).toEqual(isDue ? ANONYMOUS : before);
  });

  test('rules §9 users: who may sign on stays, however long ago, and so does the user of a till', async () => {
    await sql`delete from audit`.execute(server.db);
    await sql`insert into till (store_id, name, disabled_at) values (${STORES.auroraCentro}, 'Cassa', ${LONG_AGO})`.execute(
      server.db,
    );
    const before = await fingerprint(server.db);
    expect(await anonymiseUsersDaily(server.services, never)).toBe(0);
    expect((await fingerprint(server.db)).get('app_user')).toBe(before.get('app_user'));
  });

  test('rules §9 users: after it they are a number wherever they are named, and nobody else becomes them', async () => {
    await disable(LONG_AGO);
    await sql`insert into consultation (at, user_id, patient_id, call)
      values (${LONG_AGO}, ${AURORA}, ${PATIENTS.withPin.id}, 'patients.search')`.execute(server.db);
    const before = await fingerprint(server.db);
    const worker = startWorker(server.services, createLogger('silent'), server.settings.esb);
    await expect.poll(readUser).toEqual(ANONYMOUS);
    await worker.stop();
    const after = await fingerprint(server.db);
    for (const table of ['purchase', 'cart', 'ledger_entry', 'amc_order', 'user_business', 'consultation'])
      expect([table, after.get(table)]).toEqual([table, before.get(table)]);

    const token = await signInAs(server, USERS.region);
    const body = { fiscalCode: PATIENTS.withPin.fiscalCode, dateStart: '2026-06-30', dateEnd: '2026-06-30' };
    const { rows } = await server.callOk(searchConsultations, { body }, { token });
    expect(rows).toMatchObject([{ userName: 'Utente n. 1', username: 'ANONIMO-1' }]);
    const params = { id: AURORA };
    const { row } = await server.callOk(adminUsers.calls.read, { params }, { token });
    const changes = await server.callOk(adminUsers.calls.changes, { params }, { token });
    expect(changes.rows).toMatchObject([{ action: 'USER_ANONYMISED', changes: [] }]);
    const again = { ...NEW_USER, version: row.version };
    const writes = [
      await server.call(adminUsers.calls.update, { params, body: again }, { token }),
      await server.call(adminUsers.calls.create, { body: { ...NEW_USER, username: 'anonimo-7' } }, { token }),
    ];
    expect(writes.map(({ error }) => error?.description)).toEqual(['NOT_POSSIBLE', 'INVALID_REQUEST']);
  });

  test('rules §9 users: who is enabled again at this moment keeps the name', async ({ skip }) => {
    skip(database === 'pglite', 'one session');
    await disable(LONG_AGO);
    const under = await server.db.transaction().execute(async (trx) => {
      await sql`update app_user set disabled_at = null where user_id = ${AURORA}`.execute(trx);
      const begun = anonymiseUsersDaily(server.services, never);
      await untilWaiting(server.db);
      return { begun };
    });
    expect(await under.begun).toBe(0);
    expect(await readUser()).not.toEqual(ANONYMOUS);
  });
});
