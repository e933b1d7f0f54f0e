import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminAsl } from '#contract/admin/asl.ts';
import { adminBusinesses } from '#contract/admin/businesses.ts';
import { adminCategories, adminManufacturers, adminProducts } from '#contract/admin/products.ts';
import { adminDossiers } from '#contract/admin/dossiers.ts';
import { adminPatients } from '#contract/admin/patients.ts';
import { adminStores } from '#contract/admin/stores.ts';
import { adminUsers } from '#contract/admin/users.ts';
import { adminVouchers } from '#contract/admin/vouchers.ts';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { readCsv } from '#tests/csv-rows.ts';
import { restoreFixture } from '../support/fill-fixture.ts';
import { ASL, BUSINESSES, CATEGORIES, PATIENTS, PRODUCTS, USERS } from '../support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from '../support/harness.ts';
import { NEW_BUSINESS, NEW_PATIENT, NEW_PRODUCT, NEW_STORE, NEW_USER, fiscalCodeOf } from './rows.ts';

describeOnEachDatabase('administration', (database) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  beforeEach(async () => {
    await restoreFixture(server.db);
    token = await signInAs(server, USERS.region);
  });
  afterAll(() => server.close());

  function lastAudit() {
    return server.db
      .selectFrom('audit')
      .select(['action', 'user_id', 'patient_id', 'details'])
      .where('action', 'in', ['ROW_CREATED', 'ROW_CHANGED'])
      .orderBy('audit_id', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  test('rules §9 versions: a change counts one up; one made from an older version is refused and changes nothing', async () => {
    const { row } = await server.callOk(adminBusinesses.calls.create, { body: NEW_BUSINESS }, { token });
    expect(row).toMatchObject({ ...NEW_BUSINESS, disabled: false, version: 1 });
    const params = { id: Number(row.businessId) };
    const body = { ...NEW_BUSINESS, phone: '079 1', version: 1 };
    const changed = await server.callOk(adminBusinesses.calls.update, { params, body }, { token });
    expect(changed.row).toMatchObject({ phone: '079 1', version: 2 });
    const late = await server.call(
      adminBusinesses.calls.update,
      { params, body: { ...body, phone: '079 2' } },
      { token },
    );
    expect(late).toMatchObject({ status: 409, error: { description: 'VERSION_CONFLICT' } });
    const emptied = { params, body: { ...NEW_BUSINESS, version: 2 } };
    const after = await server.callOk(adminBusinesses.calls.update, emptied, { token });
    expect(after.row).toMatchObject({ version: 3 });
    expect(after.row.phone).toBeUndefined();
  });

  test('rules §9 versions: of two changes made at once from the same version one is refused', async () => {
    const { row } = await server.callOk(adminBusinesses.calls.create, { body: NEW_BUSINESS }, { token });
    const params = { id: Number(row.businessId) };
    const bodies = ['079 1', '079 2', '079 3'].map((phone) => ({ ...NEW_BUSINESS, phone, version: 1 }));
    const outcomes = await Promise.all(
      bodies.map((body) => server.call(adminBusinesses.calls.update, { params, body }, { token })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('rules §9 audit: what was made or changed, with the values before and after', async () => {
    const { row } = await server.callOk(adminProducts.calls.create, { body: NEW_PRODUCT }, { token });
    const id = Number(row.productId);
    expect(await lastAudit()).toMatchObject({
      action: 'ROW_CREATED',
      user_id: 5,
      details: { table: 'product', id, changes: { name: { to: NEW_PRODUCT.name }, refPrice: { to: 3.25 } } },
    });
    const body = { ...NEW_PRODUCT, refPrice: 3.333333, categoryIds: [CATEGORIES.bread], disabled: true, version: 1 };
    await server.callOk(adminProducts.calls.update, { params: { id }, body }, { token });
    expect((await lastAudit())?.details).toEqual({
      table: 'product',
      id,
      changes: {
        refPrice: { from: 3.25, to: 3.333333 },
        categoryIds: { from: [CATEGORIES.pasta, CATEGORIES.bread], to: [CATEGORIES.bread] },
        disabled: { from: false, to: true },
      },
    });
  });

  test('rules §9 audit: of a patient never the name or the fiscal code, only that they changed', async () => {
    const { row } = await server.callOk(adminPatients.calls.create, { body: NEW_PATIENT }, { token });
    const id = Number(row.patientId);
    const body = { ...NEW_PATIENT, firstName: 'Peppe', otpMode: 'PIN' as const, version: 1 };
    await server.callOk(adminPatients.calls.update, { params: { id }, body }, { token });
    expect(await lastAudit()).toMatchObject({
      patient_id: id,
      details: { changes: { firstName: {}, otpMode: { from: 'NONE', to: 'PIN' } } },
    });
    const audit = await server.db.selectFrom('audit').select('details').execute();
    expect(JSON.stringify(audit)).not.toMatch(/Peppe|Giuseppe|Deiddu|DDUGPP|1950/);
  });

  test('rules §9 audit: of a user and of who can be reached at a business too', async () => {
    const made = await server.callOk(adminUsers.calls.create, { body: NEW_USER }, { token });
    const user = { ...NEW_USER, firstName: 'Peppe', lastName: 'Zuddas', username: 'peppe.zuddas', version: 1 };
    await server.callOk(adminUsers.calls.update, { params: { id: Number(made.row.userId) }, body: user }, { token });
    expect((await lastAudit())?.details).toMatchObject({ changes: { firstName: {}, lastName: {}, username: {} } });
    const business = { ...NEW_BUSINESS, phone: '079 12345', email: 'peppe@zuddas.example' };
    await server.callOk(adminBusinesses.calls.create, { body: business }, { token });
    expect((await lastAudit())?.details).toMatchObject({ changes: { phone: {}, email: {}, fiscalCode: {} } });
    const { firstName, lastName, username } = NEW_USER;
    const told = JSON.stringify(await server.db.selectFrom('audit').select('details').execute());
    for (const name of [username, `"${firstName}"`, `"${lastName}"`, 'Peppe', 'uddas', '12345'])
      expect(told).not.toContain(name);
  });

  test('rules §4 consultations: whoever lists, opens, exports or changes a patient has seen the data', async () => {
    const body = { fiscalCode: PATIENTS.withPin.fiscalCode };
    await server.callOk(adminPatients.calls.search, { body }, { token });
    await server.callOk(adminPatients.calls.exportRows, { body }, { token });
    await server.callOk(adminPatients.calls.read, { params: { id: PATIENTS.withPin.id } }, { token });
    await server.callOk(adminDossiers.calls.search, { body }, { token });
    await server.callOk(adminVouchers.calls.search, { body }, { token });
    const seen = await server.db.selectFrom('consultation').select(['call', 'patient_id', 'user_id']).execute();
    const calls = ['patients.search', 'patients.export', 'patients.read', 'dossiers.search', 'vouchers.search'];
    expect(seen).toEqual(calls.map((call) => ({ call: `admin-${call}`, patient_id: PATIENTS.withPin.id, user_id: 5 })));
  });

  test('rules §9 unique: a second row of the same key is a DUPLICATE, by its field', async () => {
    const { fiscalCode } = PATIENTS.withPin;
    const withoutZero = PRODUCTS.leadingZero.ean.slice(1);
    await server.callOk(adminBusinesses.calls.create, { body: NEW_BUSINESS }, { token });
    const outcomes = [
      await server.call(adminAsl.calls.create, { body: { code: '101', name: 'Altra' } }, { token }),
      await server.call(adminBusinesses.calls.create, { body: NEW_BUSINESS }, { token }),
      await server.call(adminStores.calls.create, { body: { ...NEW_STORE, code: 'PV11' } }, { token }),
      await server.call(adminUsers.calls.create, { body: { ...NEW_USER, username: USERS.aurora } }, { token }),
      await server.call(adminProducts.calls.create, { body: { ...NEW_PRODUCT, ean1: PRODUCTS.bread.ean } }, { token }),
      await server.call(adminProducts.calls.create, { body: { ...NEW_PRODUCT, ean1: withoutZero } }, { token }),
      await server.call(adminCategories.calls.create, { body: { name: 'Pasta', type: 'CELIAC' } }, { token }),
      await server.call(adminManufacturers.calls.create, { body: { name: 'Grano Libero' } }, { token }),
      await server.call(adminPatients.calls.create, { body: { ...NEW_PATIENT, fiscalCode } }, { token }),
    ];
    const refused = outcomes.map(({ status, error }) => [status, error?.description, error?.field]);
    const fields = ['code', 'vat', 'code', 'username', 'ean1', 'ean1', 'name', 'name', 'fiscalCode'];
    expect(refused).toEqual(fields.map((field) => [409, 'DUPLICATE', field]));
  });

  test.each([
    ['96385074', '96385074'],
    ['6 14141 00003 6', '614141000036'],
    ['8032089-000017', '8032089000017'],
    ['18001234567894', '18001234567894'],
    ['2412345000009', '2412345000009'],
  ])(
    'rules §9 input: the EAN %s is stored as %s, found by it, with a pharmacy code of any form',
    async (ean1, stored) => {
      const body = { ...NEW_PRODUCT, ean1, pharmacyCode: ' a930 123450 ' };
      const { row } = await server.callOk(adminProducts.calls.create, { body }, { token });
      expect(row).toMatchObject({ ean1: stored, pharmacyCode: 'A930123450' });
      for (const code of [ean1, stored, stored.padStart(14, '0'), 'A93012', '930123450']) {
        const { rows } = await server.callOk(adminProducts.calls.search, { query: { ean1: code } }, { token });
        expect([code, rows.map(({ productId }) => productId)]).toEqual([code, [row.productId]]);
      }
    },
  );

  test.each([
    ['123 456 789 03', '12345678903'],
    ['\u200b00743110157\u00a0', '00743110157'],
  ])('rules §4 a provisional fiscal code is a fiscal code: %j', async (typed, fiscalCode) => {
    const { row } = await server.callOk(
      adminPatients.calls.create,
      { body: { ...NEW_PATIENT, fiscalCode: typed } },
      { token },
    );
    expect(row.fiscalCode).toBe(fiscalCode);
    const body = { fiscalCode: fiscalCode.slice(0, 7) };
    const { rows } = await server.callOk(adminPatients.calls.search, { body }, { token });
    expect(rows.map(({ patientId }) => patientId)).toEqual([row.patientId]);
  });

  test.each(['12345678901', '00000000000', 'STP2001010000012', 'ENI2001010000012'])(
    'rules §4 no fiscal code: %s is refused',
    async (fiscalCode) => {
      const body = { ...NEW_PATIENT, fiscalCode };
      const { status, error } = await server.call(adminPatients.calls.create, { body }, { token });
      expect([status, error?.field]).toEqual([400, 'fiscalCode']);
    },
  );

  test('rules §9 input: what is wrong is refused by the name of its field, and nothing is written', async () => {
    const nowhere: Partial<typeof NEW_STORE> = { ...NEW_STORE };
    delete nowhere.latitude;
    const { fiscalCode } = NEW_PATIENT;
    const outcomes = [
      await server.call(adminBusinesses.calls.create, { body: { ...NEW_BUSINESS, vat: '01234560925' } }, { token }),
      await server.call(adminBusinesses.calls.create, { body: { ...NEW_BUSINESS, fiscalCode: '1' } }, { token }),
      await server.call(adminBusinesses.calls.create, { body: { ...NEW_BUSINESS, email: 'nessuno' } }, { token }),
      await server.call(adminStores.calls.create, { body: nowhere as typeof NEW_STORE }, { token }),
      await server.call(
        adminStores.calls.create,
        { body: { ...NEW_STORE, latitude: 9.33, longitude: 40.32 } },
        { token },
      ),
      await server.call(adminStores.calls.create, { body: { ...NEW_STORE, longitude: 40.32 } }, { token }),
      await server.call(adminStores.calls.create, { body: { ...NEW_STORE, businessId: 999 } }, { token }),
      await server.call(adminStores.calls.create, { body: { ...NEW_STORE, businessId: 999_999_999_999 } }, { token }),
      await server.call(adminUsers.calls.create, { body: { ...NEW_USER, businessIds: [] } }, { token }),
      await server.call(adminUsers.calls.create, { body: { ...NEW_USER, businessIds: [999] } }, { token }),
      await server.call(adminUsers.calls.create, { body: { ...NEW_USER, aslId: ASL.sassari } }, { token }),
      await server.call(adminProducts.calls.create, { body: { ...NEW_PRODUCT, ean1: '8000000009990' } }, { token }),
      await server.call(
        adminProducts.calls.create,
        { body: { ...NEW_PRODUCT, pharmacyCode: 'A930123451' } },
        { token },
      ),
      await server.call(adminProducts.calls.create, { body: { ...NEW_PRODUCT, refPrice: 0.0000001 } }, { token }),
      await server.call(
        adminProducts.calls.create,
        { body: { ...NEW_PRODUCT, categoryIds: [CATEGORIES.proteinFreePasta] } },
        { token },
      ),
      await server.call(
        adminPatients.calls.create,
        { body: { ...NEW_PATIENT, fiscalCode: `${fiscalCode.slice(0, 15)}0` } },
        { token },
      ),
      await server.call(adminPatients.calls.create, { body: { ...NEW_PATIENT, birthDate: '2999-01-01' } }, { token }),
      await server.call(
        adminDossiers.calls.create,
        { body: { patientId: 3, aslId: 1, type: 'PROTEIN_FREE' } },
        { token },
      ),
      await server.call(
        adminDossiers.calls.create,
        { body: { patientId: 3, aslId: 1, type: 'CELIAC', monthlyAmount: 9 } },
        { token },
      ),
      await server.call(
        adminDossiers.calls.create,
        { body: { patientId: 1, aslId: 99, type: 'PROTEIN_FREE', monthlyAmount: 9 } },
        { token },
      ),
    ];
    const refused = outcomes.map(({ status, error }) => [status, error?.description, error?.field]);
    const fields = [
      ...[
        'vat',
        'fiscalCode',
        'email',
        'latitude',
        'latitude',
        'longitude',
        'businessId',
        'businessId',
        'businessIds',
        'businessIds',
      ],
      ...[
        'aslId',
        'ean1',
        'pharmacyCode',
        'refPrice',
        'categoryIds',
        'fiscalCode',
        'birthDate',
        'monthlyAmount',
        'monthlyAmount',
        'aslId',
      ],
    ];
    expect(refused).toEqual(fields.map((field) => [400, 'INVALID_REQUEST', field]));
    expect(await lastAudit()).toBeUndefined();
  });

  test('rules §9 search: a text by how it begins in any case, everything else what is equal, all of it at once', async () => {
    const names = async (query: { name?: string; ean1?: string; manufacturerId?: number }) => {
      const { rows } = await server.callOk(adminProducts.calls.search, { query: { ...query, size: 50 } }, { token });
      return rows.map(({ name }) => name);
    };
    expect(await names({ name: 'PAN' })).toEqual(['Pane casereccio', 'Panini morbidi']);
    expect(await names({ name: 'mais' })).toEqual([]);
    expect(await names({ name: '%' })).toEqual([]);
    expect(await names({ ean1: '0' })).toEqual(['Biscotti al cacao']);
    expect(await names({ ean1: PRODUCTS.leadingZero.ean.slice(1) })).toEqual(['Biscotti al cacao']);
    expect(await names({ name: 'f', manufacturerId: 2 })).toEqual(['Farina al taglio', 'Fusilli di riso']);
    const { rows } = await server.callOk(
      adminStores.calls.search,
      { query: { businessId: BUSINESSES.aurora } },
      { token },
    );
    expect(rows.map(({ name, businessName }) => [name, businessName])).toEqual([
      ['Aurora Centro', 'Farmacia Aurora'],
      ['Aurora Mare', 'Farmacia Aurora'],
    ]);
    const month = await server.callOk(
      adminVouchers.calls.search,
      { body: { month: '2026-04-17', size: 50 } },
      { token },
    );
    expect(month.rows.map(({ voucherId, month: first }) => [voucherId, first])).toEqual([
      [1001, '2026-04-01'],
      [800, '2026-04-01'],
    ]);
  });

  test('rules §9 search: by pages and in an order, and by no order that the features do not name', async () => {
    const query = { sort: 'companyName,desc', size: 2 };
    const first = await server.callOk(adminBusinesses.calls.search, { query }, { token });
    expect(first.rows.map(({ companyName }) => companyName)).toEqual(['Farmacia Aurora', 'Emporio del Corso']);
    expect(first.pagination).toEqual({ page: 0, pageSize: 2, totalCount: 3, totalPages: 2 });
    const second = await server.callOk(adminBusinesses.calls.search, { query: { ...query, page: 1 } }, { token });
    expect(second.rows.map(({ companyName }) => companyName)).toEqual(['Bottega Senza Glutine']);
    const other = await server.call(adminBusinesses.calls.search, { query: { sort: 'address' } }, { token });
    expect(other).toMatchObject({ status: 400, error: { field: 'sort' } });
  });

  test('rules §9 export: every row that a search finds, in more than one batch, under the names of the screen', async () => {
    await sql`insert into product (name, ean1, ref_price, manufacturer_id, category_type)
      select '=Prova ' || lpad(i::text, 3, '0'), 'X' || i, 1.5, 1, 'CELIAC' from generate_series(1, 230) i`.execute(
      server.db,
    );
    const { base64, fileName } = await server.callOk(
      adminProducts.calls.exportRows,
      { query: { name: '=prova' } },
      { token },
    );
    expect(fileName).toBe('prodotti-2026-05-15.csv');
    const [titles = [], ...rows] = readCsv(Buffer.from(base64, 'base64')).filter((row) => row.length > 1);
    expect(titles).toEqual([
      'Nome',
      'EAN',
      'Codice farmacia (minsan)',
      'Prezzo di riferimento',
      'Aliquota IVA',
      'Produttore',
      'Tipo pratica',
      'Categorie',
      'Disabilitato',
    ]);
    expect(rows).toHaveLength(230);
    expect(rows.map(([name]) => name)).toEqual(rows.map((_, index) => `'=Prova ${String(index + 1).padStart(3, '0')}`));
    expect(rows[0]?.slice(1)).toEqual(['X1', '', '1,50', '', 'Mulino di Sardegna', 'Celiachia', '', 'No']);
  });

  test('rules §9 dossiers: only the region says that another authority pays', async () => {
    const params = { id: 10 };
    const { row } = await server.callOk(
      adminDossiers.calls.update,
      { params, body: { aslId: ASL.cagliari, version: 1 } },
      { token },
    );
    expect(row).toMatchObject({ aslId: ASL.cagliari, aslName: 'ASL n. 8 di Cagliari', type: 'CELIAC', version: 2 });
    const change = { params, body: { aslId: ASL.sassari, version: 2 } };
    const district = await signInAs(server, USERS.districtCagliari);
    expect((await server.call(adminDossiers.calls.update, change, { token: district })).status).toBe(403);
  });

  test('rules §9 users: one whose place changes signs in anew to have it, one who is disabled never', async () => {
    let user = await signInAs(server, USERS.corso);
    const { row } = await server.callOk(adminUsers.calls.read, { params: { id: 2 } }, { token });
    expect(row).toMatchObject({ profile: 'BUSINESS', businessNames: ['Emporio del Corso'], disabled: false });
    const place = {
      username: USERS.corso,
      firstName: 'Nome',
      lastName: 'Cognome',
      profile: 'ASL' as const,
      aslId: ASL.sassari,
    };
    const body = { ...place, version: 1 };
    const moved = await server.callOk(adminUsers.calls.update, { params: { id: 2 }, body }, { token });
    expect(moved.row).toMatchObject({ aslName: 'ASL n. 1 di Sassari', businessIds: [] });
    expect((await server.call(readCurrentUser, {}, { token: user })).error?.description).toBe('NOT_AUTHENTICATED');
    user = await signInAs(server, USERS.corso);
    expect((await server.callOk(readCurrentUser, {}, { token: user })).user.userProfile.profile).toBe('ASL');
    const ended = { ...body, disabled: true, version: 2 };
    await server.callOk(adminUsers.calls.update, { params: { id: 2 }, body: ended }, { token });
    expect((await server.call(readCurrentUser, {}, { token: user })).error?.description).toBe('NOT_AUTHENTICATED');
    await expect(signInAs(server, USERS.corso)).rejects.toThrow('USER_NOT_FOUND');
  });

  test('rules §9 users: only one who loses the active business is signed out', async () => {
    const user = await signInAs(server, USERS.aurora);
    const { row } = await server.callOk(adminUsers.calls.read, { params: { id: 1 } }, { token });
    const { username, firstName, lastName } = row;
    const body = { username, firstName, lastName, profile: 'BUSINESS' as const };
    const change = (businessIds: number[], version: number) =>
      server.callOk(adminUsers.calls.update, { params: { id: 1 }, body: { ...body, businessIds, version } }, { token });
    await change([BUSINESSES.aurora, BUSINESSES.corso], row.version);
    await server.callOk(readCurrentUser, {}, { token: user });
    await change([BUSINESSES.corso], row.version + 1);
    const session = await server.db
      .selectFrom('session')
      .select('ended_at')
      .where('user_id', '=', 1)
      .executeTakeFirstOrThrow();
    expect(session.ended_at).not.toBeNull();
  });

  test('rules §9 operators: the last one of the region stays one', async () => {
    const { row } = await server.callOk(adminUsers.calls.read, { params: { id: 5 } }, { token });
    const { username, firstName, lastName } = row;
    const body = { username, firstName, lastName, profile: 'OPERATOR' as const, version: row.version };
    const change = (place: object) =>
      server.call(adminUsers.calls.update, { params: { id: 5 }, body: { ...body, ...place } }, { token });
    const outcomes = [
      await change({ disabled: true }),
      await change({ aslId: ASL.sassari }),
      await change({ profile: 'ASL', aslId: ASL.sassari }),
    ];
    expect(outcomes.map(({ status, error }) => [status, error?.description])).toEqual(
      outcomes.map(() => [409, 'NOT_POSSIBLE']),
    );
    const second = { ...NEW_USER, profile: 'OPERATOR' as const, businessIds: [] };
    await server.callOk(adminUsers.calls.create, { body: second }, { token });
    expect((await change({ disabled: true })).status).toBe(200);
  });

  test('rules §9 versions: a change that changes nothing counts none up and is not written down', async () => {
    const { row } = await server.callOk(adminProducts.calls.create, { body: NEW_PRODUCT }, { token });
    const before = await lastAudit();
    const params = { id: Number(row.productId) };
    const same = await server.callOk(
      adminProducts.calls.update,
      { params, body: { ...NEW_PRODUCT, version: 1 } },
      { token },
    );
    expect(same.row).toEqual(row);
    expect(await lastAudit()).toEqual(before);
    const turned = { ...NEW_PRODUCT, categoryIds: NEW_PRODUCT.categoryIds.toReversed(), version: 1 };
    const { row: after } = await server.callOk(adminProducts.calls.update, { params, body: turned }, { token });
    expect(after).toMatchObject({ categoryIds: turned.categoryIds, version: 2 });
  });

  test('rules §9 categories: one stays of its kind', async () => {
    const body = { name: 'Pasta', type: 'PROTEIN_FREE', version: 1 };
    const other = await server.call(
      adminCategories.calls.update,
      { params: { id: CATEGORIES.pasta }, body },
      { token },
    );
    expect(other).toMatchObject({ status: 400, error: { field: 'type' } });
  });

  test('rules §9 search: an empty text in a body is no filter', async () => {
    const { rows } = await server.callOk(
      adminPatients.calls.search,
      { body: { fiscalCode: '', status: 'ENABLED', size: 50 } },
      { token },
    );
    expect(rows.length).toBeGreaterThan(1);
  });

  test('rules §9 fiscal code: however it is typed, and found by its beginning', async () => {
    const fiscalCode = ` ${fiscalCodeOf('DDUGPP50A01I452').toLowerCase()} `;
    await server.callOk(adminPatients.calls.create, { body: { ...NEW_PATIENT, fiscalCode } }, { token });
    const { rows } = await server.callOk(adminPatients.calls.search, { body: { fiscalCode: 'ddu gpp' } }, { token });
    expect(rows).toMatchObject([{ fiscalCode: NEW_PATIENT.fiscalCode, hasPin: false }]);
  });

  test('rules §9 products: categories in the order in which they were chosen', async () => {
    const { row } = await server.callOk(adminProducts.calls.create, { body: NEW_PRODUCT }, { token });
    const read = await server.callOk(adminProducts.calls.read, { params: { id: Number(row.productId) } }, { token });
    expect(read.row).toMatchObject({
      categoryIds: NEW_PRODUCT.categoryIds,
      categoryNames: ['Pasta', 'Pane e sostituti'],
      manufacturerName: 'Grano Libero',
    });
  });
});
