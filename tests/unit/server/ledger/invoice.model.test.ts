import fc from 'fast-check';
import { expect, test } from 'vitest';
import { money, sum } from '#contract/rules/money.ts';
import { VAT_RATES } from '#contract/rules/vat.ts';
import { renderInvoice } from '#server/ledger/invoice.ts';
import { modelRuns } from '#tests/extent.ts';
import { elementsAt, readXml, textsAt, type XmlTree } from '#tests/xml-tree.ts';

const SEAT = { address: 'Via Roma 1', postalCode: '09124', town: 'Cagliari', province: 'CA' };
const INVOICE = {
  month: '2026-10-01',
  date: '2026-11-03',
  seller: {
    ...SEAT,
    name: 'Farmacia <A> & Łódź \u201Cè\u201D',
    vat: '01234560926',
    fiscalCode: '01234560926',
    taxRegime: 'RF01',
  },
  buyer: { ...SEAT, aslId: 7, name: 'A'.repeat(100), fiscalCode: '91000080090', ipaCode: 'UFD008' },
};
const ORDERS = [
  { amcOrderId: 41, day: '2026-10-20', tenderCode: 'B0123456A7' },
  { amcOrderId: 42, day: '2026-11-02', tenderCode: 'ES01' },
];
const BODY = 'FatturaElettronicaBody';
const SUMS = `${BODY}/DatiBeniServizi/DatiRiepilogo`;

const amountsAt = (tree: XmlTree, path: string) => textsAt(tree, path).map(money);

test('rules §7 invoice: taxable and tax of each rate come to what was paid, to the cent, of any amounts', () => {
  const rate = fc.record({
    vatRate: fc.constantFrom(...VAT_RATES),
    cents: fc.integer({ min: -9_999_999, max: 99_999_999 }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(rate, { minLength: 1, selector: ({ vatRate }) => vatRate }), (rates) => {
      const amounts = rates.map(({ vatRate, cents }) => ({ vatRate, gross: money(cents).div(100) }));
      const tree = readXml(renderInvoice({ ...INVOICE, orders: [], amounts }));
      const total = sum(amounts.map(({ gross }) => gross)).toFixed(2);
      expect(textsAt(tree, `${BODY}/DatiGenerali/DatiGeneraliDocumento/ImportoTotaleDocumento`)).toEqual([total]);
      const taxable = amountsAt(tree, `${SUMS}/ImponibileImporto`);
      const tax = amountsAt(tree, `${SUMS}/Imposta`);
      expect(sum([...taxable, ...tax]).toFixed(2)).toBe(total);
      amounts.forEach(({ vatRate, gross }, index) => {
        const [net = money(0), own = money(0)] = [taxable[index], tax[index]];
        expect(net.plus(own).toFixed(2)).toBe(gross.toFixed(2));
        expect(net.times(vatRate).div(100).minus(own).abs().lte('0.01')).toBe(true);
      });
      const lines = `${BODY}/DatiBeniServizi/DettaglioLinee`;
      expect(textsAt(tree, `${lines}/PrezzoTotale`)).toEqual(textsAt(tree, `${SUMS}/ImponibileImporto`));
    }),
    modelRuns(200),
  );
});

test('rules §7 invoice: its numbers are short enough for an authority of any id', () => {
  for (const aslId of [2_147_483_647, Number.MAX_SAFE_INTEGER]) {
    const tree = readXml(renderInvoice({ ...INVOICE, buyer: { ...INVOICE.buyer, aslId }, orders: [], amounts: [] }));
    const numbers = textsAt(tree, `${BODY}/DatiGenerali/DatiGeneraliDocumento/Numero`);
    expect(numbers).toEqual([expect.stringMatching(/^BOZZA-2026-10-[\dA-Z]{1,6}$/)]);
    const sender = 'FatturaElettronicaHeader/DatiTrasmissione/ProgressivoInvio';
    expect(textsAt(tree, sender)).toEqual([numbers[0]?.replace('BOZZA-2026-10-', '2610')]);
  }
});

test('rules §7 invoice: FatturaPA with split payment, in its letters and lengths', () => {
  const tree = readXml(
    renderInvoice({ ...INVOICE, orders: ORDERS, amounts: [{ vatRate: '4', gross: money('10.40') }] }),
  );
  expect(tree).toMatchObject({ name: 'p:FatturaElettronica', attributes: { versione: 'FPA12' } });
  const [header, body] = tree.children;
  expect(header?.children.map(({ name }) => name)).toEqual([
    'DatiTrasmissione',
    'CedentePrestatore',
    'CessionarioCommittente',
  ]);
  expect(header?.children[0]?.children.map(({ name, text }) => [name, text])).toEqual([
    ['IdTrasmittente', ''],
    ['ProgressivoInvio', '26107'],
    ['FormatoTrasmissione', 'FPA12'],
    ['CodiceDestinatario', 'UFD008'],
  ]);
  const name = 'DatiAnagrafici/Anagrafica/Denominazione';
  expect(textsAt(tree, `FatturaElettronicaHeader/CedentePrestatore/${name}`)).toEqual(['Farmacia <A> & ?ódz ?è?']);
  expect(textsAt(tree, `FatturaElettronicaHeader/CessionarioCommittente/${name}`)).toEqual(['A'.repeat(80)]);
  const [document] = elementsAt(tree, `${BODY}/DatiGenerali/DatiGeneraliDocumento`);
  expect(document?.children.slice(0, 5).map(({ name: tag, text }) => [tag, text])).toEqual([
    ['TipoDocumento', 'TD01'],
    ['Divisa', 'EUR'],
    ['Data', '2026-11-03'],
    ['Numero', 'BOZZA-2026-10-7'],
    ['ImportoTotaleDocumento', '10.40'],
  ]);
  const told = elementsAt(tree, `${BODY}/DatiGenerali/DatiOrdineAcquisto`);
  const own = (id: string, day: string) => [
    ['IdDocumento', id],
    ['Data', day],
    ['CodiceCommessaConvenzione', '#UFD008#'],
  ];
  expect(told.map(({ children }) => children.map(({ name: tag, text }) => [tag, text]))).toEqual([
    [...own('41', '2026-10-20'), ['CodiceCIG', 'B0123456A7']],
    own('42', '2026-11-02'),
  ]);
  expect(body?.children.map((part) => part.name)).toEqual(['DatiGenerali', 'DatiBeniServizi']);
  expect(elementsAt(tree, SUMS)[0]?.children.map(({ name: tag, text }) => [tag, text])).toEqual([
    ['AliquotaIVA', '4.00'],
    ['ImponibileImporto', '10.00'],
    ['Imposta', '0.40'],
    ['EsigibilitaIVA', 'S'],
  ]);
});
