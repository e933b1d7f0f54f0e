import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminDossiers, approveAdminDossier } from '#contract/admin/dossiers.ts';
import { adminPatients, anonymiseAdminPatient, issueAdminPin } from '#contract/admin/patients.ts';
import { clocks } from '#server/database/clock.ts';
import { anonymisePatients, countDuePatients } from '#server/patients/anonymise-patients.ts';
import { NEW_PATIENT } from './admin/rows.ts';
import { fingerprint } from './support/fingerprint.ts';
import { ASL, PATIENTS, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';

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
