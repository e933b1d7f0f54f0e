import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminPatients } from '#contract/admin/patients.ts';
import { anonymisePatients, countDuePatients } from '#server/patients/anonymise-patients.ts';
import { fingerprint } from './support/fingerprint.ts';
import { PATIENTS, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';

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
    const services = { ...server.services, now: () => LATER };
    expect(await countDuePatients(server.services, 24)).toBe(0);
    expect(await countDuePatients(services, 26)).toBe(0);
    const expected = [withPin, nearlySpent, revokedDossier, disabled].map(({ id }) => id);
    expect(await countDuePatients(services, 24)).toBe(expected.length);

    const before = await fingerprint(server.db);
    expect(await anonymisePatients(services, 24)).toBe(expected.length);
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
    expect(await anonymisePatients(services, 24)).toBe(0);

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
