import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadConsultations, downloadPatientData, searchConsultations } from '#contract/admin/consultations.ts';
import { adminPatients } from '#contract/admin/patients.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { BUSINESSES, PATIENTS, PRODUCTS, TEST_NOW, USERS } from '../support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from '../support/harness.ts';
import { SALES, openCart, sell } from '../support/sale.ts';
import { readPdf } from '#tests/pdf-text.ts';

const { withPin, withoutPin, nearlySpent } = PATIENTS;
const MAY = { dateStart: '2026-05-01', dateEnd: '2026-05-31' };
const MINUTE = 60_000;

function later(minutes: number): Date {
  return new Date(TEST_NOW.getTime() + minutes * MINUTE);
}

describeOnEachDatabase('access log', (database) => {
  let server: TestServer;
  let clock = TEST_NOW;
  let region: string;
  let sassari: string;
  let cagliari: string;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => clock });
    region = await signInAs(server, USERS.region);
    sassari = await signInAs(server, USERS.districtSassari);
    cagliari = await signInAs(server, USERS.districtCagliari);
    const shop = await signInAs(server, USERS.aurora);
    await sell(server, shop, SALES.withPin, PRODUCTS.bread, 1);
    await server.callOk(searchPatients, { query: { fiscalCode: withoutPin.fiscalCode } }, { token: shop });
    clock = later(1);
    const params = { id: withPin.id };
    const { row } = await server.callOk(adminPatients.calls.read, { params }, { token: sassari });
    const { fiscalCode, firstName, birthDate, version } = row;
    const fixed = { gender: 'M', otpMode: 'PIN', status: 'ENABLED' } as const;
    const body = { ...fixed, fiscalCode, firstName, lastName: 'Rossini', birthDate, version };
    await server.callOk(adminPatients.calls.update, { params, body }, { token: sassari });
    clock = later(2);
  });
  afterAll(() => server.close());

  /** The actions of a search, by default one for a patient. */
  async function search(filters: object = {}, token = region) {
    const body = { fiscalCode: withPin.fiscalCode, ...MAY, size: 100, ...filters };
    return server.callOk(searchConsultations, { body }, { token });
  }

  async function recordsOf(patientId: number) {
    const audit = server.db.selectFrom('audit').selectAll().where('patient_id', '=', patientId);
    const consultations = server.db.selectFrom('consultation').selectAll().where('patient_id', '=', patientId);
    return {
      audit: await audit.orderBy('audit_id').execute(),
      consultations: await consultations.orderBy('consultation_id').execute(),
    };
  }

  test('rules §9 access log: consultations and changes of one patient, oldest first, by whom, where and for whom', async () => {
    const { rows } = await search({ user: 'aurora' });
    const shop = { userName: 'Nome Cognome', companyName: 'Farmacia Aurora', storeName: 'Aurora Centro' };
    expect(rows.map(({ kind, action }) => [kind, action])).toEqual([
      ['CHANGE', 'CART_CHECKED'],
      ['CHANGE', 'CART_OPENED'],
      ['CHANGE', 'CART_CHANGED'],
      ['CHANGE', 'PURCHASE_CHECKED'],
      ['CHANGE', 'PURCHASE_MADE'],
      ['CONSULTATION', 'CART_CHECKED'],
      ['CONSULTATION', 'CART_OPENED'],
      ['CONSULTATION', 'CART_CHANGED'],
    ]);
    expect(rows).toEqual(rows.map((row) => ({ ...row, ...shop, at: '2026-05-15T10:00:00.000+02:00' })));
    const { rows: office } = await search({ user: USERS.districtSassari });
    expect(office.map(({ at, kind, action, aslName }) => [at.slice(11, 16), kind, action, aslName])).toEqual([
      ['10:01', 'CHANGE', 'PATIENT_CHANGED', 'ASL n. 1 di Sassari'],
      ['10:01', 'CONSULTATION', 'PATIENT_READ', 'ASL n. 1 di Sassari'],
      ['10:01', 'CONSULTATION', 'PATIENT_CHANGED', 'ASL n. 1 di Sassari'],
    ]);
  });

  test('rules §9 access log: filtered by days of Rome, by how a user is called and how a business', async () => {
    const countOf = async (filters: object) => (await search(filters)).pagination.totalCount;
    const ofShop = await countOf({ user: 'AURORA.' });
    expect(ofShop).toBe(8);
    // All users have this last name.
    expect(await countOf({ user: 'cogn' })).toBeGreaterThan(ofShop);
    expect(await countOf({ companyName: 'farmacia a' })).toBe(ofShop);
    expect(await countOf({ companyName: 'farmacia a', user: USERS.districtSassari })).toBe(0);
    expect(await countOf({ user: '%' })).toBe(0);
    expect(await countOf({ dateStart: '2026-05-16' })).toBe(0);
    expect(await countOf({ dateStart: '2026-05-01', dateEnd: '2026-05-14' })).toBe(0);
    expect(await countOf({ user: 'aurora', dateStart: '2026-05-15', dateEnd: '2026-05-15' })).toBe(ofShop);
  });

  test('rules §9 access log: page by page nothing is missed and nothing comes twice, though each page is written down', async () => {
    const { rows: all } = await search();
    const pages = [];
    for (let page = 0; page * 3 < all.length; page += 1) {
      clock = new Date(clock.getTime() + 1000);
      pages.push(...(await search({ page, size: 3 })).rows);
    }
    expect(pages.slice(0, all.length).map(({ entryId }) => entryId)).toEqual(all.map(({ entryId }) => entryId));
  });

  test('rules §9 access log: each look at it is written down, with the period, and stands in it', async () => {
    const before = await recordsOf(withPin.id);
    const { rows } = await search({ user: 'gestore.regione', companyName: undefined });
    const after = await recordsOf(withPin.id);
    const [audited, ...others] = after.audit.slice(before.audit.length);
    expect(others).toEqual([]);
    expect(audited).toMatchObject({ action: 'ACCESS_LOG_READ', at: clock });
    // Whose name it is filtered by is nobody's record.
    expect(audited?.details).toEqual(MAY);
    expect(JSON.stringify(audited?.details)).not.toContain(withPin.fiscalCode);
    expect(after.consultations.slice(before.consultations.length)).toMatchObject([{ call: searchConsultations.name }]);
    expect(rows.at(-1)).toMatchObject({ action: 'ACCESS_LOG_READ', username: USERS.region });
    expect(rows.at(-1)?.aslName).toBeUndefined();
  });

  test('rules §9 access log: a district office asks for patients of its authority alone, and leaves no trace on others', async () => {
    const { fiscalCode } = withPin;
    const before = await recordsOf(withPin.id);
    const refused = [
      await server.call(searchConsultations, { body: { fiscalCode, ...MAY } }, { token: cagliari }),
      await server.call(downloadConsultations, { body: { fiscalCode, ...MAY } }, { token: cagliari }),
      await server.call(downloadPatientData, { body: { fiscalCode } }, { token: cagliari }),
    ];
    expect(refused.map(({ error }) => error?.description)).toEqual(Array(3).fill('PATIENT_NOT_FOUND'));
    expect(await recordsOf(withPin.id)).toEqual(before);
    expect((await search({ fiscalCode: withoutPin.fiscalCode }, cagliari)).rows.length).toBeGreaterThan(0);
    expect((await search({}, sassari)).rows.length).toBeGreaterThan(0);
  });

  test('rules §9 access log: a fiscal code with a wrong check character is refused by its name', async () => {
    const wrong = withPin.fiscalCode.slice(0, -1) + (withPin.fiscalCode.endsWith('A') ? 'B' : 'A');
    const { error } = await server.call(
      searchConsultations,
      { body: { fiscalCode: wrong, ...MAY } },
      { token: region },
    );
    expect(error).toMatchObject({ description: 'INVALID_REQUEST', field: 'fiscalCode' });
  });

  test('rules §9 access log: the PDF for the patient has every entry in words, and nobody else', async () => {
    const { fiscalCode } = withPin;
    const body = { fiscalCode, ...MAY, user: 'aurora' };
    const { fileName, mimeType, base64 } = await server.callOk(downloadConsultations, { body }, { token: sassari });
    expect([fileName, mimeType]).toEqual(['registro-accessi-2026-05-15.pdf', 'application/pdf']);
    const { texts } = readPdf(Buffer.from(base64, 'base64'));
    const text = texts.join(' ');
    expect(text).toContain(`Mario Rossini ${fiscalCode}`);
    expect(text).toContain('dal 01/05/2026 al 31/05/2026');
    expect(text).toContain('Utente: aurora');
    expect(texts.filter((run) => run === '15/05/2026 10:00:00')).toHaveLength(8);
    for (const words of ['Acquisto', 'Apertura del carrello', 'Verifica prima di una vendita', 'Aurora Centro']) {
      expect(texts).toContain(words);
    }
    expect(text).toContain('8 accessi');
    expect(text).not.toContain(withoutPin.fiscalCode);
    const { audit, consultations } = await recordsOf(withPin.id);
    expect(audit.at(-1)).toMatchObject({ action: 'ACCESS_LOG_HANDED_OUT' });
    expect(audit.at(-1)?.details).toEqual(MAY);
    expect(consultations.at(-1)?.call).toBe(downloadConsultations.name);
  });

  test('rules §9 access request: all that is stored on a patient as one document, exact and of nobody else', async () => {
    const body = { fiscalCode: withPin.fiscalCode };
    const sheet = { number: 'C-1', voucher_id: 100, amount: '20', swapped_at: TEST_NOW };
    await server.db.insertInto('paper_sheet').values(sheet).execute();
    const cartId = Number(await openCart(server, await signInAs(server, USERS.aurora), SALES.withPin));
    const line = {
      cart_id: cartId,
      product_id: PRODUCTS.fine.id,
      quantity: 3,
      unit_price: '1.5',
      total: '4.5',
      position: 1,
    };
    await server.db.insertInto('cart_item').values(line).execute();
    const attempts = {
      patient_id: withPin.id,
      business_id: BUSINESSES.corso,
      failures: 2,
      locks: 1,
      locked_until: TEST_NOW,
    };
    await server.db.insertInto('pin_attempts').values(attempts).execute();
    const { fileName, mimeType, base64 } = await server.callOk(downloadPatientData, { body }, { token: sassari });
    expect([fileName, mimeType]).toEqual(['dati-assistito-2026-05-15.json', 'application/json']);
    const text = Buffer.from(base64, 'base64').toString('utf8');
    const data = JSON.parse(text) as Record<'pratiche' | 'buoni' | 'acquisti' | 'accessi', unknown[]>;
    expect(data).toMatchObject({
      assistito: { codiceFiscale: withPin.fiscalCode, cognome: 'Rossini', pinRilasciato: true },
      pratiche: [{ numero: 10, aziendaSanitaria: 'ASL n. 1 di Sassari', importoMensile: null }],
      buoni: [{ pratica: 10, mese: '2026-05', importoIniziale: '110.00', importoResiduo: '106.50' }],
      buoniCartacei: [{ numero: 'C-1', importo: '20.00' }],
      acquisti: [
        { numero: 502, stornatoIl: expect.any(String) as string, righe: [{ quantita: 2, totale: '7.00' }] },
        { importo: '3.50', stornatoIl: null, righe: [{ prodotto: 'Pane casereccio', prezzoUnitario: '3.500000' }] },
      ],
      carrelliNonAcquistati: [{ puntoVendita: 'Aurora Centro', righe: [{ quantita: 3, prezzoUnitario: '1.500000' }] }],
      pinErrati: [{ business: 'Emporio del Corso', errori: 2, blocchi: 1 }],
    });
    // Each column has a word.
    expect(Array.from(text.matchAll(/"(\w+)":/g), ([, key]) => key).filter((key = '') => key.includes('_'))).toEqual(
      [],
    );
    expect(data.accessi.at(-1)).toMatchObject({ operazione: 'Esportazione dei dati personali' });
    const { rows } = await search();
    // The search that counts them adds two rows itself.
    expect(data.accessi).toHaveLength(rows.length - 2);
    expect(text).not.toContain('scrypt');
    expect(text).not.toContain(nearlySpent.fiscalCode);
    expect((await recordsOf(withPin.id)).audit.map(({ action }) => action)).toContain('DATA_HANDED_OUT');
  });
});
