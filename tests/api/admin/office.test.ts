import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminBusinesses } from '#contract/admin/businesses.ts';
import { downloadClosings, downloadMonthMismatches, searchMonthMismatches } from '#contract/admin/closings.ts';
import { downloadImports } from '#contract/admin/imports.ts';
import { readOverview } from '#contract/admin/overview.ts';
import { adminPatients, issueAdminPin, readPatientFile } from '#contract/admin/patients.ts';
import { downloadFindings, readSpending } from '#contract/admin/spending.ts';
import { readBillParts, readBillTotals } from '#contract/calls/billing-summary.ts';
import { money, sum } from '#contract/rules/money.ts';
import { fillMonth } from '../support/billing-month.ts';
import { readCsv } from '../support/documents.ts';
import { ASL, BUSINESSES, PATIENTS, USERS } from '../support/fixture.ts';
import {
  type TestServer,
  describeOnEachDatabase,
  signInAs,
  startTestServer,
  withLongTokens,
} from '../support/harness.ts';
import { NEW_BUSINESS } from './rows.ts';

describeOnEachDatabase('office', (database) => {
  let server: TestServer;
  let region: string;
  let sassari: string;
  let cagliari: string;
  beforeAll(async () => {
    const now = () => new Date('2026-06-03T09:00:00Z');
    server = await startTestServer({ database, now, change: withLongTokens });
    await fillMonth(server.db);
    region = await signInAs(server, USERS.region);
    sassari = await signInAs(server, USERS.districtSassari);
    cagliari = await signInAs(server, USERS.districtCagliari);
  });
  afterAll(() => server.close());

  test('rules §9 changes: who made and changed a row, and from what to what, newest first', async () => {
    const token = region;
    const { row } = await server.callOk(adminBusinesses.calls.create, { body: NEW_BUSINESS }, { token });
    const params = { id: Number(row.businessId) };
    const body = { ...NEW_BUSINESS, web: 'www.farmacia.example', phone: '079 1', disabled: true, version: 1 };
    await server.callOk(adminBusinesses.calls.update, { params, body }, { token });
    const { rows } = await server.callOk(adminBusinesses.calls.changes, { params }, { token });
    expect(rows).toMatchObject([
      {
        action: 'ROW_CHANGED',
        username: USERS.region,
        changes: [
          { field: 'web', to: 'www.farmacia.example' },
          { field: 'phone' },
          { field: 'disabled', from: 'false', to: 'true' },
        ],
      },
      { action: 'ROW_CREATED', username: USERS.region },
    ]);
    expect(rows[1]?.changes).toContainEqual({ field: 'companyName', to: NEW_BUSINESS.companyName });
    expect(rows[1]?.changes.map(({ field }) => field)).not.toContain('phone');
  });

  test('rules §9 changes: of a patient without secret values, for whoever sees the patient, and as a consultation', async () => {
    const params = { id: PATIENTS.withPin.id };
    const before = await server.callOk(adminPatients.calls.read, { params }, { token: sassari });
    await server.callOk(issueAdminPin, { params, body: { version: before.row.version } }, { token: sassari });
    const { fiscalCode, lastName, birthDate, version } = before.row;
    const changed = {
      ...{ fiscalCode, lastName, birthDate, firstName: 'Maria' },
      gender: 'M',
      otpMode: 'PIN',
      status: 'ENABLED',
      version: version + 1,
    } as const;
    await server.callOk(adminPatients.calls.update, { params, body: changed }, { token: sassari });
    const { rows } = await server.callOk(adminPatients.calls.changes, { params }, { token: sassari });
    expect(rows.map(({ action }) => action)).toEqual(['ROW_CHANGED', 'PIN_ISSUED']);
    expect(rows[0]?.changes).toEqual([{ field: 'firstName' }]);
    const seen = await server.db.selectFrom('consultation').select(['call', 'patient_id']).execute();
    expect(seen).toContainEqual({ call: 'admin-patients.changes', patient_id: params.id });
    const refused = await server.call(adminPatients.calls.changes, { params }, { token: cagliari });
    expect(refused).toMatchObject({ status: 404, error: { description: 'PATIENT_NOT_FOUND' } });
  });

  test("rules §9 changes: an office sees its own people's names, of another office the authority's alone", async () => {
    // A patient of both authorities.
    const params = { id: PATIENTS.twoDossiers.id };
    const changesFor = async (token: string) =>
      (await server.callOk(adminPatients.calls.changes, { params }, { token })).rows;
    for (const [index, token] of [sassari, region, cagliari].entries()) {
      const { row } = await server.callOk(adminPatients.calls.read, { params }, { token: region });
      const { fiscalCode, lastName, birthDate, version } = row;
      const names = { fiscalCode, lastName, firstName: `Luigi ${'I'.repeat(index + 1)}`, birthDate };
      const body = { ...names, gender: 'M', otpMode: 'NONE', status: 'ENABLED', version } as const;
      await server.callOk(adminPatients.calls.update, { params, body }, { token });
    }
    const own = { username: USERS.districtCagliari };
    const seen = await changesFor(cagliari);
    expect(seen.slice(0, 3)).toMatchObject([own, { isOtherOffice: true }, { isOtherOffice: true }]);
    expect(seen.slice(1, 3).map(({ aslName }) => aslName)).toEqual([undefined, 'ASL n. 1 di Sassari']);
    expect(seen.slice(1, 3).flatMap(({ userName, username }) => [userName ?? username ?? null])).toEqual([null, null]);
    const all = await changesFor(region);
    expect(all.slice(0, 3).map(({ username }) => username)).toEqual([
      USERS.districtCagliari,
      USERS.region,
      USERS.districtSassari,
    ]);
  });

  test('rules §9 file of a patient: purchases, swapped paper and wrong PINs, for an office of what it pays', async () => {
    const id = PATIENTS.twoDossiers.id;
    await server.db
      .insertInto('pin_attempts')
      .values({
        patient_id: id,
        business_id: BUSINESSES.aurora,
        failures: 5,
        locked_until: new Date('2026-06-03T10:00:00Z'),
      })
      .execute();
    const fileOf = async (token: string) => (await server.callOk(readPatientFile, { params: { id } }, { token })).file;
    const all = await fileOf(region);
    const stored = await server.db
      .selectFrom('purchase')
      .select(['purchase_id', 'asl_id'])
      .where('patient_id', '=', id)
      .orderBy('created_at', 'desc')
      .orderBy('purchase_id', 'desc')
      .execute();
    expect(all.purchases.map(({ purchaseId }) => purchaseId)).toEqual(stored.map((row) => row.purchase_id));
    expect(all.purchaseCount).toBe(stored.length);
    expect(all.pinAttempts).toMatchObject([{ failures: 5, lockedUntil: expect.any(String) as unknown }]);
    const own = await fileOf(cagliari);
    expect(own.purchaseCount).toBe(stored.filter((row) => row.asl_id === ASL.cagliari).length);
    const refused = await server.call(readPatientFile, { params: { id: PATIENTS.withPin.id } }, { token: cagliari });
    expect(refused.status).toBe(404);
  });

  test('rules §9 overview: the figures are those of the lists, and an office sees its own', async () => {
    const may = { monthStart: '2026-05-01', monthEnd: '2026-05-01', by: 'month' as const };
    for (const [token, aslId] of [
      [region, undefined],
      [sassari, ASL.sassari],
    ] as const) {
      const { overview } = await server.callOk(readOverview, {}, { token });
      expect(overview.month).toBe('2026-06-01');
      const june = { monthStart: '2026-06-01', monthEnd: '2026-06-01', by: 'month' as const };
      const { spending } = await server.callOk(readSpending, { query: june }, { token });
      expect(money(overview.spending).eq(money(spending.total))).toBe(true);
      const { spending: ofMay } = await server.callOk(readSpending, { query: may }, { token });
      expect(ofMay.purchases.count).toBeGreaterThan(0);
      expect(overview.monthsToClose).toBeGreaterThan(0);
      const authorities = aslId === undefined ? [ASL.sassari, ASL.cagliari] : [aslId];
      const found = await Promise.all(
        authorities.map((id) =>
          server.callOk(searchMonthMismatches, { query: { aslId: id, month: '2026-05-01' } }, { token }),
        ),
      );
      const expected = found.reduce((all, { pagination }) => all + pagination.totalCount, 0);
      expect(overview.mismatches).toBe(expected);
      expect(overview.importsToStart).toBe(aslId === undefined ? 0 : undefined);
    }
  });

  test('rules §9 exports: closings, mismatches, findings and imports say what their lists say, when and for whom', async () => {
    const token = region;
    const mismatches = await server.callOk(
      searchMonthMismatches,
      { query: { aslId: ASL.sassari, month: '2026-05-01', size: 100 } },
      { token },
    );
    const asked = { query: { aslId: ASL.sassari, month: '2026-05-01' } };
    const { rows } = readCsv((await server.callOk(downloadMonthMismatches, asked, { token })).base64);
    expect(rows.filter((row) => row.get('Motivo'))).toHaveLength(mismatches.pagination.totalCount);
    for (const file of [
      await server.callOk(downloadClosings, { query: {} }, { token }),
      await server.callOk(downloadFindings, { query: { monthStart: '2026-05-01', monthEnd: '2026-06-01' } }, { token }),
    ])
      expect(Buffer.from(file.base64, 'base64').toString()).toContain('Documento generato il');
    const imports = await server.callOk(downloadImports, { query: {} }, { token });
    expect(Buffer.from(imports.base64, 'base64').toString()).toContain('Inviato il;Inviato da;');
    expect((await server.call(downloadImports, { query: {} }, { token: sassari })).status).toBe(403);
  });

  test('§2 billing on the screen: the days and the stores each add up to the total without corrections', async () => {
    const token = await signInAs(server, USERS.aslSassari);
    const query = { dateStart: '2026-05-01', dateEnd: '2026-05-31' };
    const { totals } = await server.callOk(readBillTotals, { query }, { token });
    const { days, stores } = await server.callOk(readBillParts, { query }, { token });
    const expected = money(totals.total).minus(money(totals.corrections.amount));
    for (const parts of [days, stores]) {
      expect(parts.length).toBeGreaterThan(0);
      expect(sum(parts.map(({ total }) => money(total))).eq(expected)).toBe(true);
      expect(parts.reduce((all, { purchases }) => all + purchases.count, 0)).toBe(totals.purchases.count);
    }
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
  });
});
