import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminCategories, adminProducts } from '#contract/admin/products.ts';
import { adminDossiers, setAdminDossierAmount } from '#contract/admin/dossiers.ts';
import { readImport, startImport, uploadImport } from '#contract/admin/imports.ts';
import { adminKinds } from '#contract/admin/kinds.ts';
import { adminPatients } from '#contract/admin/patients.ts';
import { downloadSpending, readSpending } from '#contract/admin/spending.ts';
import { listKinds, searchPatients } from '#contract/calls/patients.ts';
import { listCategories, listManufacturers, searchProducts } from '#contract/calls/products.ts';
import { readKinds } from '#server/database/dossier-kinds.ts';
import { continueImports } from '#server/imports/continue-import.ts';
import { renewVouchers } from '#server/patients/renew-vouchers.ts';
import { PATIENT_COLUMNS, inventedFiscalCode } from '#tests/support/import-files.ts';
import { KINDS } from '../../../demo/kinds.ts';
import { cancel } from '../support/after-sale.ts';
import { contradictions } from '../support/balanced-ledger.ts';
import { restoreFixture } from '../support/fill-fixture.ts';
import { ASL, MANUFACTURERS, STORES, USERS } from '../support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from '../support/harness.ts';
import { openCart, put, residualOf, sell } from '../support/sale.ts';
import { NEW_PATIENT, NEW_PRODUCT } from './rows.ts';

const never = new AbortController().signal;

const NEPHRO = {
  code: 'NEPHRO',
  nameIt: 'Insufficienza renale',
  nameEn: 'Kidney disease',
  amountBy: 'CEILINGS' as const,
  fromMonths: 12,
  male0: 20.5,
  female0: 21,
  male18: 80,
  female18: 70,
  male60: 60,
};
const METABOLIC = { code: 'METABOLIC', nameIt: 'Malattia metabolica', nameEn: 'Metabolic', amountBy: 'OWN' as const };
const MONTH = '2026-05-01';

describeOnEachDatabase('kinds of dossier', (database) => {
  let now: Date;
  let server: TestServer;
  let region: string;
  let office: string;
  let shop: string;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => now });
  });
  beforeEach(async () => {
    now = new Date('2026-05-15T08:00:00Z');
    await restoreFixture(server.db);
    region = await signInAs(server, USERS.region);
    office = await signInAs(server, USERS.districtSassari);
    shop = await signInAs(server, USERS.aurora);
  });
  afterAll(() => server.close());

  async function addKind(body: typeof NEPHRO | typeof METABOLIC) {
    return (await server.callOk(adminKinds.calls.create, { body }, { token: region })).row;
  }

  let person = 300;

  /** A new patient with a dossier, approved by a district office. Returns the ids. */
  async function patientWith(type: string, who: object = {}, monthlyAmount?: number) {
    person += 1;
    const body = { ...NEW_PATIENT, fiscalCode: inventedFiscalCode(person), ...who };
    const patient = await server.callOk(adminPatients.calls.create, { body }, { token: office });
    const patientId = Number(patient.row.patientId);
    const dossier = { patientId, aslId: ASL.sassari, type, monthlyAmount };
    const { row } = await server.callOk(adminDossiers.calls.create, { body: dossier }, { token: office });
    return { patientId, fiscalCode: body.fiscalCode, dossierId: Number(row.dossierId), version: row.version };
  }

  async function voucherOf(dossierId: number, month = MONTH) {
    return server.db
      .selectFrom('voucher')
      .select(['voucher_id', 'initial_amount'])
      .where('dossier_id', '=', dossierId)
      .where('month', '=', month)
      .executeTakeFirst();
  }

  /** A category of a kind with a product. */
  async function addProduct(type: string) {
    const category = { name: 'Alimenti per dieta renale', type };
    const { row } = await server.callOk(adminCategories.calls.create, { body: category }, { token: region });
    const body = { ...NEW_PRODUCT, manufacturerId: MANUFACTURERS.grano, categoryType: type };
    const made = await server.callOk(
      adminProducts.calls.create,
      { body: { ...body, categoryIds: [Number(row.categoryId)] } },
      { token: region },
    );
    return { id: Number(made.row.productId), refPrice: '3.25' };
  }

  test('§4 kinds: CELIAC and PROTEIN_FREE are rows of every database, which nobody changes', async () => {
    expect(await readKinds(server.db)).toEqual(Object.values(KINDS));
    const { rows } = await server.callOk(adminKinds.calls.search, { query: {} }, { token: region });
    for (const { kindId, code, amountBy, version, ...rest } of rows) {
      const amounts = Object.fromEntries(
        Object.entries(rest).map(([name, value]) => [name, typeof value === 'object' ? Number(value) : value]),
      );
      const body = { ...amounts, amountBy: 'CEILINGS' as const, nameIt: 'Altro', nameEn: 'Other', version };
      const input = { params: { id: Number(kindId) }, body };
      const refused = await server.call(adminKinds.calls.update, input, { token: region });
      expect([code, amountBy, refused.error?.description]).toEqual([code, amountBy, 'NOT_POSSIBLE']);
    }
    expect(await readKinds(server.db)).toEqual(Object.values(KINDS));
  });

  test('rules §4 kinds: one that the region adds has vouchers by age and gender, from an age on, or none', async () => {
    await addKind(NEPHRO);
    const cases = [
      ['2025-05-02', 'M', undefined],
      ['2025-05-01', 'M', '20.50'],
      ['2021-01-01', 'F', '21.00'],
      // Nothing holds between 6 and 17 years.
      ['2016-01-01', 'F', undefined],
      ['2008-05-01', 'M', '80.00'],
      ['1980-01-01', 'F', '70.00'],
      ['1950-01-01', 'M', '60.00'],
      ['1950-01-01', 'F', undefined],
    ] as const;
    const made = [];
    for (const [birthDate, gender] of cases) made.push(await patientWith('NEPHRO', { birthDate, gender }));
    await renewVouchers(server.services, never);
    const amounts = await Promise.all(made.map(async (one) => (await voucherOf(one.dossierId))?.initial_amount));
    expect(amounts).toEqual(cases.map(([, , amount]) => amount));
  });

  test('rules §4 kinds: a changed ceiling counts for vouchers that are made from then on', async () => {
    const kind = await addKind(NEPHRO);
    const { dossierId } = await patientWith('NEPHRO', { birthDate: '1980-01-01', gender: 'F' });
    await renewVouchers(server.services, never);
    const { code: _code, ...rest } = NEPHRO;
    const body = { ...rest, female18: 95.25, version: kind.version };
    const other = { nameIt: 'Altro', nameEn: 'Other', amountBy: 'OWN' as const, version: kind.version };
    const refused = await server.call(
      adminKinds.calls.update,
      { params: { id: Number(kind.kindId) }, body: other },
      { token: region },
    );
    expect(refused.error).toMatchObject({ description: 'INVALID_REQUEST', field: 'amountBy' });
    await server.callOk(adminKinds.calls.update, { params: { id: Number(kind.kindId) }, body }, { token: region });
    now = new Date('2026-06-10T08:00:00Z');
    await renewVouchers(server.services, never);
    expect((await voucherOf(dossierId))?.initial_amount).toBe('70.00');
    expect((await voucherOf(dossierId, '2026-06-01'))?.initial_amount).toBe('95.25');
  });

  test('rules §4 kinds: where each dossier has its own amount, it is needed, given and changed as that of §4', async () => {
    await addKind(METABOLIC);
    await addKind(NEPHRO);
    const patient = { ...NEW_PATIENT, fiscalCode: inventedFiscalCode(299) };
    const { row } = await server.callOk(adminPatients.calls.create, { body: patient }, { token: office });
    const refused = async (type: string, monthlyAmount?: number) => {
      const body = { patientId: Number(row.patientId), aslId: ASL.sassari, type, monthlyAmount };
      return (await server.call(adminDossiers.calls.create, { body }, { token: office })).error;
    };
    const ofAmount = { description: 'INVALID_REQUEST', field: 'monthlyAmount' };
    for (const type of ['METABOLIC', 'PROTEIN_FREE']) expect(await refused(type)).toMatchObject(ofAmount);
    for (const type of ['NEPHRO', 'CELIAC']) expect(await refused(type, 90)).toMatchObject(ofAmount);

    const { dossierId: id, version } = await patientWith('METABOLIC', {}, 133.5);
    const body = { version, month: '2026-06-01', monthlyAmount: 140 };
    await server.callOk(setAdminDossierAmount, { params: { id }, body }, { token: office });
    const other = await patientWith('NEPHRO');
    const input = { params: { id: other.dossierId }, body: { ...body, version: other.version } };
    const answer = await server.call(setAdminDossierAmount, input, { token: office });
    expect(answer.error?.description).toBe('NOT_POSSIBLE');
    await renewVouchers(server.services, never);
    now = new Date('2026-06-10T08:00:00Z');
    await renewVouchers(server.services, never);
    expect((await voucherOf(id))?.initial_amount).toBe('133.50');
    expect((await voucherOf(id, '2026-06-01'))?.initial_amount).toBe('140.00');
  });

  test('§4 kinds: a whole sale and its cancellation, with products of the kind alone', async () => {
    await addKind(NEPHRO);
    const product = await addProduct('NEPHRO');
    const { patientId, dossierId, fiscalCode } = await patientWith('NEPHRO', { birthDate: '1980-01-01' });
    await renewVouchers(server.services, never);
    const voucherId = (await voucherOf(dossierId))?.voucher_id ?? 0;
    const found = await server.callOk(searchPatients, { query: { fiscalCode } }, { token: shop });
    expect(found.patients).toMatchObject([{ categoryType: 'NEPHRO', activeDossiers: [{ type: 'NEPHRO' }] }]);

    const query = { categoryType: 'NEPHRO' };
    const { products } = await server.callOk(searchProducts, { query }, { token: shop });
    expect(products.map(({ productId }) => productId)).toEqual([product.id]);
    const { categories } = await server.callOk(listCategories, { query: { type: 'NEPHRO' } }, { token: shop });
    expect(categories.map(({ name }) => name)).toEqual(['Alimenti per dieta renale']);
    const sale = { patientId, voucherId, storeId: STORES.auroraCentro };
    const cartId = await openCart(server, shop, sale);
    const bread = await put(server, shop, cartId, { ...product, id: 101 } as never, 1);
    expect(bread.error?.description).toBeDefined();

    const purchaseId = await sell(server, shop, sale, product as never, 2);
    expect(await residualOf(server, voucherId)).toBe('73.50');
    const months = { monthStart: MONTH, monthEnd: MONTH };
    const spent = await server.callOk(
      readSpending,
      { query: { ...months, type: 'NEPHRO', by: 'dossierType' } },
      { token: region },
    );
    expect(spent.spending.rows).toMatchObject([{ key: 'NEPHRO', purchases: { count: 1 } }]);
    const file = await server.callOk(
      downloadSpending,
      { query: { ...months, type: 'NEPHRO', by: 'dossierType' } },
      { token: region },
    );
    const text = Buffer.from(file.base64, 'base64').toString('utf8');
    expect(text).toContain('Insufficienza renale;1;6,50');
    expect(text).toContain('Tipo pratica: Insufficienza renale');
    await cancel(server, shop, purchaseId);
    expect(await residualOf(server, voucherId)).toBe('80.00');
    expect(await contradictions(server.db)).toEqual([]);
  });

  test('rules §10 kinds: an import names a kind by its code or its name in either language', async () => {
    await addKind(NEPHRO);
    await addKind(METABOLIC);
    const line = (number: number, kind: string, amount = '') =>
      `${inventedFiscalCode(number)};Ada;Serra;F;1990-01-01;NONE;${kind};APPROVED;101;${amount}`;
    const lines = [
      line(201, 'NEPHRO'),
      line(202, 'insufficienza RENALE'),
      line(203, 'Kidney disease'),
      line(204, 'METABOLIC', '99,90'),
      line(205, 'Celiachia'),
      line(206, 'METABOLIC'),
      line(207, 'NEPHRO', '50'),
      line(208, 'NOBODYS'),
    ];
    const content = [PATIENT_COLUMNS.join(';'), ...lines].join('\r\n');
    const file = new File([content], 'file.csv');
    const sent = await server.callOk(
      uploadImport,
      { params: { kind: 'patients' }, query: {}, body: { file } },
      {
        token: region,
      },
    );
    const input = { params: { id: Number(sent.row.importId) } };
    await continueImports(server.services, never);
    const checked = await server.callOk(readImport, input, { token: region });
    expect(checked.row).toMatchObject({ created: 5, refused: 3 });
    await server.callOk(startImport, { ...input, body: {} }, { token: region });
    await continueImports(server.services, never);
    const stored = server.db
      .selectFrom('dossier')
      .innerJoin('patient', 'patient.patient_id', 'dossier.patient_id')
      .select(['type', 'monthly_amount'])
      .where(
        'fiscal_code',
        'in',
        [201, 202, 203, 204, 205, 206, 207, 208].map((number) => inventedFiscalCode(number)),
      )
      .orderBy('dossier_id');
    expect((await stored.execute()).map(({ type, monthly_amount }) => [type, monthly_amount])).toEqual([
      ['NEPHRO', null],
      ['NEPHRO', null],
      ['NEPHRO', null],
      ['METABOLIC', '99.90'],
      ['CELIAC', null],
    ]);
  });

  test('rules §1 kinds: a code that is no row is refused by its field, in every call that takes one', async () => {
    const unknown = (answer: { readonly status: number; readonly error?: unknown }, field: string) =>
      expect(answer).toMatchObject({ status: 400, error: { description: 'INVALID_REQUEST', field } });
    unknown(await server.call(listCategories, { query: { type: 'NEPHRO' } }, { token: shop }), 'type');
    unknown(
      await server.call(listManufacturers, { query: { categoryType: 'NEPHRO' } }, { token: shop }),
      'categoryType',
    );
    unknown(await server.call(searchProducts, { query: { categoryType: 'NEPHRO' } }, { token: shop }), 'categoryType');
    unknown(await server.call(searchProducts, { query: { categoryType: 'celiac' } }, { token: shop }), 'categoryType');
    const months = { monthStart: MONTH, monthEnd: MONTH, by: 'month' as const };
    unknown(await server.call(readSpending, { query: { ...months, type: 'NEPHRO' } }, { token: region }), 'type');
    unknown(await server.call(adminCategories.calls.search, { query: { type: 'NEPHRO' } }, { token: region }), 'type');
    unknown(await server.call(adminDossiers.calls.search, { body: { type: 'NEPHRO' } }, { token: region }), 'type');
    const category = { name: 'Nuova', type: 'NEPHRO' };
    unknown(await server.call(adminCategories.calls.create, { body: category }, { token: region }), 'type');
    const product = { ...NEW_PRODUCT, categoryType: 'NEPHRO' };
    unknown(await server.call(adminProducts.calls.create, { body: product }, { token: region }), 'categoryType');
    const dossier = { patientId: 2, aslId: ASL.sassari, type: 'NEPHRO' };
    unknown(await server.call(adminDossiers.calls.create, { body: dossier }, { token: region }), 'type');
  });

  test('rules §9 kinds: one that is used stays; disabled, it takes no new dossier and category, and goes on', async () => {
    const kind = await addKind(NEPHRO);
    const { dossierId } = await patientWith('NEPHRO', { birthDate: '1980-01-01' });
    const { status } = await fetch(new URL(`/api/v1/extra/admin/kinds/${Number(kind.kindId)}`, server.url), {
      method: 'DELETE',
      headers: { authorization: `Bearer ${region}` },
    });
    expect(status).toBe(404);
    await expect(server.db.deleteFrom('dossier_kind').where('code', '=', 'NEPHRO').execute()).rejects.toThrow(
      /dossier_type_fkey/,
    );
    await expect(
      server.db.updateTable('dossier_kind').set({ code: 'OTHER' }).where('code', '=', 'NEPHRO').execute(),
    ).rejects.toThrow(/dossier_type_fkey/);

    const { code: _code, ...rest } = NEPHRO;
    const body = { ...rest, disabled: true, version: kind.version };
    await server.callOk(adminKinds.calls.update, { params: { id: Number(kind.kindId) }, body }, { token: region });
    await renewVouchers(server.services, never);
    expect((await voucherOf(dossierId))?.initial_amount).toBe('80.00');
    const patient = { ...NEW_PATIENT, fiscalCode: inventedFiscalCode(298) };
    const { row } = await server.callOk(adminPatients.calls.create, { body: patient }, { token: office });
    const ofType = { status: 400, error: { description: 'INVALID_REQUEST', field: 'type' } };
    const dossier = { patientId: Number(row.patientId), aslId: ASL.sassari, type: 'NEPHRO' };
    expect(await server.call(adminDossiers.calls.create, { body: dossier }, { token: office })).toMatchObject(ofType);
    const category = { name: 'Nuova', type: 'NEPHRO' };
    expect(await server.call(adminCategories.calls.create, { body: category }, { token: region })).toMatchObject(
      ofType,
    );
    const { kinds } = await server.callOk(listKinds, {}, { token: shop });
    expect(kinds).toEqual([
      { code: 'CELIAC', nameIt: 'Celiachia', nameEn: 'Coeliac disease', hasOwnAmounts: false, disabled: false },
      { code: 'PROTEIN_FREE', nameIt: 'Aproteico', nameEn: 'Protein-free', hasOwnAmounts: true, disabled: false },
      {
        code: 'NEPHRO',
        nameIt: 'Insufficienza renale',
        nameEn: 'Kidney disease',
        hasOwnAmounts: false,
        disabled: true,
      },
    ]);
  });

  test('rules §9 kinds: amounts are those of its way alone, a code and a name are unique, and only the region adds one', async () => {
    const refused = async (body: object, token = region) =>
      (await server.call(adminKinds.calls.create, { body: body as typeof METABOLIC }, { token })).error;
    expect(await refused({ ...METABOLIC, amountBy: 'CEILINGS' })).toMatchObject({ field: 'male0' });
    expect(await refused({ ...METABOLIC, male18: 50 })).toMatchObject({ field: 'amountBy' });
    expect(await refused({ ...METABOLIC, code: 'metabolic' })).toMatchObject({ field: 'code' });
    expect(await refused({ ...METABOLIC, code: 'CELIAC' })).toMatchObject({ description: 'DUPLICATE', field: 'code' });
    expect(await refused({ ...METABOLIC, nameIt: 'CELIACHIA' })).toMatchObject({
      description: 'DUPLICATE',
      field: 'nameIt',
    });
    expect(await refused(METABOLIC, office)).toMatchObject({ description: 'NOT_ALLOWED' });
  });
});
