import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import { adminDossiers } from '#contract/admin/dossiers.ts';
import { adminPatients, anonymiseAdminPatient } from '#contract/admin/patients.ts';
import { adminVouchers } from '#contract/admin/vouchers.ts';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { ASL, PATIENTS, USERS } from '../support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from '../support/harness.ts';
import { NEW_PATIENT } from './rows.ts';

/** Calls for every signed-in user. */
const EVERYBODYS = ['asl.list', 'auth.readCurrentUser', 'features.read', 'kinds.list'];
const OF_DISTRICTS =
  /^admin-(closings|consultations|findings|mismatches|overview|patients|dossiers|spending|vouchers)\./;

type Kind = 'shop' | 'authority' | 'region' | 'district';
const KINDS = [
  ['shop', USERS.aurora],
  ['authority', USERS.aslSassari],
  ['region', USERS.region],
  ['district', USERS.districtSassari],
] as const;

/** What only the region does to rows that a district sees. */
const OF_REGION = new Set<string>([adminDossiers.calls.update.name, anonymiseAdminPatient.name]);

function isRefused(name: string, kind: Kind): boolean {
  if (EVERYBODYS.includes(name)) return false;
  const isAdmin = name.startsWith('admin-');
  if (kind === 'region') return !isAdmin;
  return kind !== 'district' || !OF_DISTRICTS.test(name) || OF_REGION.has(name);
}

/** Makes a call without content. A caller without access is refused before the content is read. */
async function knock(server: TestServer, { method, path }: Call, token?: string): Promise<string> {
  const response = await fetch(new URL(path.replaceAll(/\{\w+\}/g, '0'), server.url), {
    method,
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: '{}' }),
  });
  const { error } = (await response.json()) as { error?: { description: string } };
  return error?.description ?? 'served';
}

describeOnEachDatabase('operators', (database) => {
  let server: TestServer;
  let region: string;
  let sassari: string;
  let cagliari: string;
  beforeAll(async () => {
    server = await startTestServer({ database });
    region = await signInAs(server, USERS.region);
    sassari = await signInAs(server, USERS.districtSassari);
    cagliari = await signInAs(server, USERS.districtCagliari);
  });
  afterAll(() => server.close());

  test.each(KINDS)('rules §9 access: which calls are refused to one of the kind %s', async (kind, username) => {
    const token = await signInAs(server, username);
    const isAsked = ({ access, name }: Call) => typeof access !== 'string' && name !== 'auth.signOut';
    // The matrix of §6 proves the other calls of shops and authorities.
    const isNew = ({ name }: Call) => name.startsWith('admin-') || kind === 'region' || kind === 'district';
    for (const call of api.filter((one) => isAsked(one) && isNew(one))) {
      const heard = (await knock(server, call, token)) === 'NOT_ALLOWED' ? 'refused' : 'heard';
      expect([call.name, heard]).toEqual([call.name, isRefused(call.name, kind) ? 'refused' : 'heard']);
    }
  });

  test('rules §9 access: nobody makes a call of the administration without a session', async () => {
    for (const call of api.filter(({ name }) => name.startsWith('admin-'))) {
      expect([call.name, await knock(server, call)]).toEqual([call.name, 'NOT_AUTHENTICATED']);
    }
  });

  test('rules §9 operators: users/me tells the authority of a district office, and none of the region', async () => {
    const { user } = await server.callOk(readCurrentUser, {}, { token: sassari });
    expect(user).toMatchObject({ userProfile: { profile: 'OPERATOR' }, operatorAslId: ASL.sassari });
    expect((await server.callOk(readCurrentUser, {}, { token: region })).user.operatorAslId).toBeUndefined();
  });

  test('rules §9 operators: a district office sees patients, dossiers and vouchers of its authority alone', async () => {
    const { withoutPin, withPin, twoDossiers } = PATIENTS;
    const found = async (token: string) => {
      const ofStatus = <S extends string>(status: S) => ({ body: { status, size: 100 } });
      const { rows: patients } = await server.callOk(adminPatients.calls.search, ofStatus('ENABLED'), { token });
      const { rows: dossiers } = await server.callOk(adminDossiers.calls.search, ofStatus('APPROVED'), { token });
      const { rows: vouchers } = await server.callOk(adminVouchers.calls.search, ofStatus('ENABLED'), { token });
      return {
        patients: patients.map(({ patientId }) => patientId),
        authorities: new Set([...dossiers, ...vouchers].map(({ aslId }) => aslId)),
      };
    };
    const own = await found(cagliari);
    expect(own.patients).toEqual(expect.arrayContaining([withoutPin.id, twoDossiers.id]));
    expect(own.patients).not.toContain(withPin.id);
    expect(own.authorities).toEqual(new Set([ASL.cagliari]));
    const all = await found(region);
    expect(all.patients).toEqual(expect.arrayContaining([withoutPin.id, twoDossiers.id, withPin.id]));
    expect(all.authorities).toEqual(new Set([ASL.cagliari, ASL.sassari]));
  });

  test('rules §9 search: rows that are named by their ids, and of those of another authority none', async () => {
    const ids = [PATIENTS.withPin.id, PATIENTS.withoutPin.id];
    const found = async (token: string) => {
      const { rows, pagination } = await server.callOk(adminPatients.calls.search, { body: { ids } }, { token });
      expect(pagination.totalCount).toBe(rows.length);
      return rows.map(({ patientId }) => patientId);
    };
    expect(await found(cagliari)).toEqual([PATIENTS.withoutPin.id]);
    expect(new Set(await found(region))).toEqual(new Set(ids));
  });

  test('rules §9 operators: what is of another authority is not found, and not changed', async () => {
    const { id } = PATIENTS.withPin;
    const token = cagliari;
    const { row } = await server.callOk(adminPatients.calls.read, { params: { id } }, { token: sassari });
    const body = { ...NEW_PATIENT, version: row.version };
    const dossier = { patientId: id, aslId: ASL.cagliari, type: 'PROTEIN_FREE' as const, monthlyAmount: 9 };
    const outcomes = [
      await server.call(adminPatients.calls.read, { params: { id } }, { token }),
      await server.call(adminPatients.calls.update, { params: { id }, body }, { token }),
      await server.call(adminDossiers.calls.read, { params: { id: 10 } }, { token }),
      await server.call(adminVouchers.calls.read, { params: { id: 100 } }, { token }),
      await server.call(adminDossiers.calls.create, { body: dossier }, { token }),
    ];
    expect(outcomes.map(({ error }) => error?.description)).toEqual([
      'PATIENT_NOT_FOUND',
      'PATIENT_NOT_FOUND',
      'DOSSIER_NOT_FOUND',
      'VOUCHER_NOT_FOUND',
      'PATIENT_NOT_FOUND',
    ]);
    const after = await server.callOk(adminPatients.calls.read, { params: { id } }, { token: region });
    expect(after.row).toEqual(row);
  });

  test('rules §9 operators: who learns that somebody is registered elsewhere has consulted that patient', async () => {
    const { id, fiscalCode } = PATIENTS.withPin;
    const body = { ...NEW_PATIENT, fiscalCode };
    const refused = await server.call(adminPatients.calls.create, { body }, { token: cagliari });
    expect(refused).toMatchObject({
      status: 409,
      error: { description: 'PATIENT_OF_ANOTHER_ASL', field: 'fiscalCode' },
    });
    const own = await server.call(adminPatients.calls.create, { body }, { token: sassari });
    expect(own).toMatchObject({ status: 409, error: { description: 'DUPLICATE', field: 'fiscalCode' } });
    const seen = server.db
      .selectFrom('consultation')
      .select('patient_id')
      .where('call', '=', adminPatients.calls.create.name);
    expect(await seen.execute()).toEqual([{ patient_id: id }]);
  });

  test('rules §9 operators: a district office registers a patient, then the dossier at its own authority', async () => {
    const token = sassari;
    const { row: patient } = await server.callOk(adminPatients.calls.create, { body: NEW_PATIENT }, { token });
    const patientId = Number(patient.patientId);
    const elsewhere = { patientId, aslId: ASL.cagliari, type: 'CELIAC' as const };
    const refused = await server.call(adminDossiers.calls.create, { body: elsewhere }, { token });
    expect(refused).toMatchObject({ status: 400, error: { description: 'INVALID_REQUEST', field: 'aslId' } });
    // Every office sees a patient without a dossier.
    await server.callOk(adminPatients.calls.read, { params: { id: patientId } }, { token: cagliari });
    const { row } = await server.callOk(
      adminDossiers.calls.create,
      { body: { ...elsewhere, aslId: ASL.sassari } },
      { token },
    );
    expect(row).toMatchObject({ patientId, aslId: ASL.sassari, status: 'APPROVED', version: 1 });
    const other = await server.call(adminPatients.calls.read, { params: { id: patientId } }, { token: cagliari });
    expect(other.error?.description).toBe('PATIENT_NOT_FOUND');
  });
});
