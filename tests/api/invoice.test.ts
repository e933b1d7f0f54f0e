import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeMonth, readMonthFigures } from '#contract/admin/closings.ts';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { downloadInvoiceDraft, readBillTotals } from '#contract/calls/billing-summary.ts';
import { money, sum } from '#contract/rules/money.ts';
import { readXml, textsAt } from '#tests/xml-tree.ts';
import { fillMonth } from './support/billing-month.ts';
import { ASL, BUSINESSES, PRODUCTS, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { SALES, sell } from './support/sale.ts';

const SEAT = { postal_code: '09124', town: 'Cagliari', province: 'CA' };

describeOnEachDatabase('the invoice of a month', (database) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => new Date('2026-11-15T09:00:00Z') });
    await fillMonth(server.db);
    token = await signInAs(server, USERS.aurora);
  });
  afterAll(() => server.close());

  const draft = (month: string, bearer = token) =>
    server.call(downloadInvoiceDraft, { query: { aslId: ASL.sassari, month } }, { token: bearer });

  async function totals() {
    const query = { aslId: ASL.sassari, dateStart: '2026-10-01', dateEnd: '2026-10-31' };
    return (await server.callOk(readBillTotals, { query }, { token })).totals;
  }

  test('rules §7 invoice: of a closed month alone, with what is missing by name, and to the total of its bill', async () => {
    expect((await totals()).invoiceMonths).toEqual([]);
    expect(await draft('2026-10-01')).toMatchObject({ status: 409, error: { description: 'NOT_POSSIBLE' } });

    const region = await signInAs(server, USERS.region);
    const month = { aslId: ASL.sassari, month: '2026-10-01' };
    const { figures } = (await server.callOk(readMonthFigures, { query: month }, { token: region })).month;
    const shown = { controlTotal: figures.controlTotal, ordersAmount: 0, rejectionsAmount: 0 };
    await server.callOk(closeMonth, { body: { ...month, shown } }, { token: region });
    expect((await totals()).invoiceMonths).toEqual(['2026-10-01']);

    const refused = await draft('2026-10-01');
    expect(refused).toMatchObject({ status: 409, error: { description: 'DATA_MISSING' } });
    const missing = refused.error?.missing ?? [];
    expect(missing).toContainEqual({ field: 'business.taxRegime', of: 'Farmacia Aurora' });
    expect(missing).toContainEqual({ field: 'asl.fiscalCode', of: 'ASL n. 1 di Sassari' });
    expect(missing).toContainEqual({ field: 'product.vatRate', of: PRODUCTS.fine.name });

    await server.db
      .updateTable('business')
      .set({ ...SEAT, tax_regime: 'RF01' })
      .execute();
    await server.db
      .updateTable('asl')
      .set({ ...SEAT, seat_address: 'Via Roma 2', tax_code: '91000080090' })
      .execute();
    await server.db.updateTable('product').set({ vat_rate: '10' }).execute();
    await server.db.updateTable('product').set({ vat_rate: '4' }).where('product_id', '=', PRODUCTS.fine.id).execute();
    await server.db.updateTable('business').set({ tax_regime: 'RF19' }).execute();
    expect((await draft('2026-10-14')).error?.description).toBe('NOT_POSSIBLE');
    await server.db.updateTable('business').set({ tax_regime: 'RF01' }).execute();
    const body = { purchasesIds: [604, 605], orderDate: '2026-11-15T10:00:00+01:00' };
    const { orders } = await server.callOk(createAmcOrders, { body }, { token });
    const { data } = await draft('2026-10-14');
    expect(data).toMatchObject({ fileName: 'bozza-fattura-2026-10.xml', mimeType: 'application/xml' });
    const tree = readXml(Buffer.from(data?.base64 ?? '', 'base64').toString());
    const at = (path: string) => textsAt(tree, `FatturaElettronicaBody/${path}`);
    const { total } = await totals();
    expect(at('DatiGenerali/DatiGeneraliDocumento/ImportoTotaleDocumento')).toEqual([total.toFixed(2)]);
    expect(at('DatiGenerali/DatiOrdineAcquisto/IdDocumento')).toEqual(orders.map(({ amcOrderId }) => `${amcOrderId}`));
    expect(at('DatiGenerali/DatiOrdineAcquisto/Data')).toEqual(['2026-11-15']);
    const goods = 'DatiBeniServizi/DatiRiepilogo';
    const parts = [...at(`${goods}/ImponibileImporto`), ...at(`${goods}/Imposta`)];
    expect(sum(parts.map(money)).toFixed(2)).toBe(total.toFixed(2));
    expect(at(`${goods}/AliquotaIVA`)).toEqual(['4.00', '10.00']);
    const [vat] = textsAt(tree, 'FatturaElettronicaHeader/CedentePrestatore/DatiAnagrafici/IdFiscaleIVA/IdCodice');
    const { vat: own } = await server.db
      .selectFrom('business')
      .select('vat')
      .where('business_id', '=', BUSINESSES.aurora)
      .executeTakeFirstOrThrow();
    expect(vat).toBe(own);
  });

  test('rules §7 invoice: each line has the rate of its sale, though the product has another one by now, and so has a correction', async () => {
    const { bread, fine } = PRODUCTS;
    const sold = server.db.updateTable('purchase_item');
    await sold.set({ sold_vat_rate: '10' }).execute();
    await sold.set({ sold_vat_rate: '4' }).where('product_id', '=', fine.id).execute();
    // Sold in September, cancelled in October.
    await sold.set({ sold_vat_rate: '5' }).where('purchase_id', '=', 609).execute();
    await server.db.updateTable('product').set({ vat_rate: '22' }).execute();
    await sold.set({ sold_vat_rate: null }).where('product_id', '=', bread.id).execute();
    const { data } = await draft('2026-10-01');
    const tree = readXml(Buffer.from(data?.base64 ?? '', 'base64').toString());
    const at = (path: string) => textsAt(tree, `FatturaElettronicaBody/DatiBeniServizi/DatiRiepilogo/${path}`);
    expect(at('AliquotaIVA')).toEqual(['4.00', '5.00', '10.00', '22.00']);
    const corrected = money(at('ImponibileImporto')[1] ?? '').plus(at('Imposta')[1] ?? '');
    const { total: of609 } = await server.db
      .selectFrom('purchase_item')
      .select('total')
      .where('purchase_id', '=', 609)
      .executeTakeFirstOrThrow();
    expect(corrected.toFixed(2)).toBe(money(of609).times(-1).toFixed(2));
    const parts = [...at('ImponibileImporto'), ...at('Imposta')];
    expect(sum(parts.map(money)).toFixed(2)).toBe((await totals()).total.toFixed(2));
  });
});

describeOnEachDatabase('the VAT rate of a sale', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  afterAll(() => server.close());

  test('rules §9 documents: a sale stores the rate of each product, which a later change leaves alone', async () => {
    const rate = server.db.updateTable('product').where('product_id', '=', PRODUCTS.bread.id);
    await rate.set({ vat_rate: '4' }).execute();
    const token = await signInAs(server, USERS.aurora);
    const purchaseId = Number(await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1));
    await rate.set({ vat_rate: '22' }).execute();
    const item = server.db.selectFrom('purchase_item').select('sold_vat_rate').where('purchase_id', '=', purchaseId);
    expect(await item.execute()).toEqual([{ sold_vat_rate: '4' }]);
  });
});
