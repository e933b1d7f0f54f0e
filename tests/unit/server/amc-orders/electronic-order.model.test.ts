import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineTotal, money, roundToCents, sum, ZERO } from '#contract/rules/money.ts';
import { VAT_RATES, type VatRate } from '#contract/rules/vat.ts';
import { renderElectronicOrder } from '#server/amc-orders/electronic-order.ts';
import { modelRuns } from '#tests/extent.ts';
import { elementsAt, readXml, textsAt, type XmlTree } from '#tests/xml-tree.ts';

const PARTIES = {
  amcOrderId: 41,
  orderedAt: new Date('2026-05-31T22:30:05Z'),
  buyer: { name: 'ASL <Nord> & Co', ipaCode: 'UF1A2B', tenderCode: 'ES01' },
  seller: {
    companyName: 'Farmacia "Aurora"',
    vat: '01234560925',
    fiscalCode: 'CRRLCU80A01B354X',
    address: 'Via Roma 1, Cagliari',
  },
};

const price = fc.oneof(
  fc.integer({ min: 1, max: 99_999 }).map((cents) => money(cents).div(100)),
  fc.integer({ min: 1, max: 9_999_999 }).map((millionths) => money(millionths).div(1_000_000)),
);
const line = fc.record({
  product: fc.nat(3),
  quantities: fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 9 }),
  price: fc.nat(4),
});
const linesOfOrder = fc.uniqueArray(line, {
  minLength: 1,
  maxLength: 20,
  selector: ({ product, price: at }) => `${product} ${at}`,
});
/** Each line has what was sold of a product at a price, of which every sale was rounded by itself. */
const orders = fc
  .tuple(fc.uniqueArray(price, { minLength: 5, maxLength: 5, selector: String }), linesOfOrder)
  .map(([prices, lines]) =>
    lines.map(({ product, quantities, price: at }) => {
      const unitPrice = prices[at] ?? ZERO;
      return {
        productId: product,
        productName: `Pane n. ${product}`,
        ean1: '80000013',
        quantity: quantities.reduce((count, quantity) => count + quantity, 0),
        unitPrice,
        total: sum(quantities.map((quantity) => lineTotal(quantity, unitPrice))),
        vatRate: VAT_RATES[product] ?? '4',
      };
    }),
  );
type Lines = Parameters<typeof renderElectronicOrder>[0]['lines'];

function render(lines: Lines): XmlTree {
  const amount = sum(Array.from(lines, ({ total }) => total));
  return readXml([...renderElectronicOrder({ ...PARTIES, amount, lines })].join(''));
}

const amountAt = (tree: XmlTree, path: string) => sum(textsAt(tree, path).map(money));

/** The totals of an order in euro; no rounding is 0. */
function totalsOf(tree: XmlTree) {
  const at = (name: string) => amountAt(tree, `cac:AnticipatedMonetaryTotal/cbc:${name}Amount`);
  return {
    extension: at('LineExtension'),
    exclusive: at('TaxExclusive'),
    tax: amountAt(tree, 'cac:TaxTotal/cbc:TaxAmount'),
    inclusive: at('TaxInclusive'),
    rounding: at('PayableRounding'),
    payable: at('Payable'),
  };
}

const RATE = 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent';
const itemsAt = (items: readonly XmlTree[], rate: VatRate) =>
  items.filter((item) => textsAt(item, RATE).includes(rate));

/** What a line adds to its price for its pieces; negative where it takes away. */
function chargeOf(item: XmlTree) {
  const isCharge = textsAt(item, 'cac:AllowanceCharge/cbc:ChargeIndicator')[0] === 'true';
  return amountAt(item, 'cac:AllowanceCharge/cbc:Amount').times(isCharge ? 1 : -1);
}

test('rules §7 electronic order: totals to the cent, and each line comes to its pieces, of any lines', () => {
  fc.assert(
    fc.property(orders, (lines) => {
      const tree = render(lines);
      const amount = sum(lines.map(({ total }) => total));
      const items = elementsAt(tree, 'cac:OrderLine/cac:LineItem');
      const net = (of: readonly XmlTree[]) => sum(of.map((item) => amountAt(item, 'cbc:LineExtensionAmount')));
      const { exclusive, inclusive, rounding, payable, extension, tax } = totalsOf(tree);
      expect([exclusive, extension]).toEqual([net(items), net(items)]);
      const taxes = VAT_RATES.map((rate) => roundToCents(net(itemsAt(items, rate)).times(rate).div(100)));
      expect(tax).toEqual(sum(taxes));
      expect(inclusive).toEqual(exclusive.plus(tax));
      expect(inclusive.plus(rounding)).toEqual(payable);
      expect(payable).toEqual(amount);
      // Half a cent for each line, with its tax, and for each tax.
      expect(rounding.abs().lte(money('0.0061').times(items.length).plus('0.02'))).toBe(true);
      for (const rate of VAT_RATES) {
        const paid = sum(lines.filter(({ vatRate }) => vatRate === rate).map(({ total }) => total));
        const own = paid.times(100).div(money(rate).plus(100));
        expect(net(itemsAt(items, rate)).minus(own).abs().lte(money('0.005').times(items.length))).toBe(true);
      }
      for (const item of items) {
        const pieces = amountAt(item, 'cbc:Quantity').times(amountAt(item, 'cac:Price/cbc:PriceAmount'));
        const difference = amountAt(item, 'cbc:LineExtensionAmount').minus(pieces).minus(chargeOf(item));
        expect(difference.abs().lte('0.005')).toBe(true);
      }
      const sold = lines.reduce((count, { quantity }) => count + quantity, 0);
      expect(sum(items.map((item) => amountAt(item, 'cbc:Quantity'))).toFixed()).toBe(String(sold));
      expect(textsAt(tree, 'cac:OrderLine/cac:LineItem/cbc:ID')).toEqual(lines.map((_, index) => String(index + 1)));
    }),
    modelRuns(100),
  );
});

test('rules §7 electronic order: parties, codes and elements as the node for orders wants them', () => {
  const unitPrice = money('3.333333');
  const bread = {
    productId: 1,
    productName: 'Pane <senza>',
    ean1: '80000013',
    quantity: 100,
    unitPrice,
    total: lineTotal(1, unitPrice).times(100),
    vatRate: '10',
  } as const;
  const tree = render([bread]);
  expect(tree.name).toBe('Order');
  expect(tree.children.map(({ name, text }) => [name, text])).toEqual([
    ['cbc:CustomizationID', 'urn:fdc:peppol.eu:poacc:trns:order:3:restrictive:urn:www.agid.gov.it:trns:ordine:3.1'],
    ['cbc:ProfileID', 'urn:fdc:peppol.eu:poacc:bis:order_only:3'],
    ['cbc:ID', '41'],
    ['cbc:IssueDate', '2026-06-01'],
    ['cbc:IssueTime', '00:30:05'],
    [
      'cbc:Note',
      'Acquisti con buono elettronico per prodotti dietetici. Prezzi senza IVA; il totale da pagare la comprende.',
    ],
    ['cbc:DocumentCurrencyCode', 'EUR'],
    ['cac:OriginatorDocumentReference', ''],
    ['cac:BuyerCustomerParty', ''],
    ['cac:SellerSupplierParty', ''],
    ['cac:TaxTotal', ''],
    ['cac:AnticipatedMonetaryTotal', ''],
    ['cac:OrderLine', ''],
  ]);
  expect(textsAt(tree, 'cac:OriginatorDocumentReference/cbc:ID')).toEqual(['ES01']);
  const [buyer, seller] = ['cac:BuyerCustomerParty/cac:Party', 'cac:SellerSupplierParty/cac:Party'];
  const endpoints = [buyer, seller].flatMap((party) => elementsAt(tree, `${party}/cbc:EndpointID`));
  expect(endpoints).toMatchObject([
    { text: 'UF1A2B', attributes: { schemeID: '0201' } },
    { text: 'IT01234560925', attributes: { schemeID: '0211' } },
  ]);
  const name = 'cac:PartyLegalEntity/cbc:RegistrationName';
  expect(textsAt(tree, `${buyer}/${name}`)).toEqual(['ASL <Nord> & Co']);
  expect(textsAt(tree, `${seller}/${name}`)).toEqual(['Farmacia "Aurora"']);
  expect(elementsAt(tree, `${seller}/cac:PartyLegalEntity/cbc:CompanyID`)).toMatchObject([
    { text: 'CRRLCU80A01B354X', attributes: { schemeID: '0210' } },
  ]);
  const item = 'cac:OrderLine/cac:LineItem';
  expect(elementsAt(tree, `${item}/cac:Item/cac:StandardItemIdentification/cbc:ID`)).toMatchObject([
    { text: '00000080000013', attributes: { schemeID: '0160' } },
  ]);
  expect(elementsAt(tree, item)[0]?.children.map((child) => child.name)).toEqual([
    'cbc:ID',
    'cbc:Quantity',
    'cbc:LineExtensionAmount',
    'cac:AllowanceCharge',
    'cac:Price',
    'cac:Item',
  ]);
  // 333.00 with VAT are 302.73 without, and 100 pieces at 3.030303 are 303.03.
  expect(textsAt(tree, `${item}/cac:Price/cbc:PriceAmount`)).toEqual(['3.030303']);
  expect(textsAt(tree, `${item}/cbc:LineExtensionAmount`)).toEqual(['302.73']);
  expect(textsAt(tree, `${item}/cac:AllowanceCharge/cbc:Amount`)).toEqual(['0.30']);
  const category = elementsAt(tree, `${item}/cac:Item/cac:ClassifiedTaxCategory`)[0];
  expect(category?.children.map(({ name: part, text }) => [part, text])).toEqual([
    ['cbc:ID', 'S'],
    ['cbc:Percent', '10'],
    ['cac:TaxScheme', ''],
  ]);
  expect(textsAt(tree, `${item}/cac:Item/cac:ClassifiedTaxCategory/cac:TaxScheme/cbc:ID`)).toEqual(['VAT']);
});

/** One piece for each price in euro, each of its own product. */
const piecesAt = (...prices: readonly (readonly [price: string, vatRate: VatRate])[]) =>
  prices.map(([each, vatRate], productId) => {
    const unitPrice = money(each);
    return {
      productId,
      productName: `P${productId}`,
      ean1: '80000013',
      quantity: 1,
      unitPrice,
      total: unitPrice,
      vatRate,
    };
  });
const totalTexts = (tree: XmlTree) =>
  elementsAt(tree, 'cac:AnticipatedMonetaryTotal')[0]?.children.map(({ name, text }) => [name, text]);

test('rules §7 electronic order: each line at the rate of its product, the tax of all rates in one sum', () => {
  const tree = render(piecesAt(['10.40', '4'], ['11.00', '10'], ['5.50', '10']));
  const item = 'cac:OrderLine/cac:LineItem';
  expect(textsAt(tree, `${item}/${RATE}`)).toEqual(['4', '10', '10']);
  expect(textsAt(tree, `${item}/cac:Price/cbc:PriceAmount`)).toEqual(['10.00', '10.00', '5.00']);
  expect(textsAt(tree, 'cac:TaxTotal/cbc:TaxAmount')).toEqual(['1.90']);
  expect(totalTexts(tree)).toEqual([
    ['cbc:LineExtensionAmount', '25.00'],
    ['cbc:TaxExclusiveAmount', '25.00'],
    ['cbc:TaxInclusiveAmount', '26.90'],
    ['cbc:PayableAmount', '26.90'],
  ]);
});

test('rules §7 electronic order: where net amounts do not come to the cent, the rounding says so', () => {
  // Each 1.05 with VAT is 0.9545… without.
  const tree = render(piecesAt(['1.05', '10'], ['1.05', '10'], ['1.05', '10']));
  expect(textsAt(tree, 'cac:OrderLine/cac:LineItem/cac:Price/cbc:PriceAmount')).toEqual(Array(3).fill('0.954545'));
  expect(totalTexts(tree)).toEqual([
    ['cbc:LineExtensionAmount', '2.85'],
    ['cbc:TaxExclusiveAmount', '2.85'],
    ['cbc:TaxInclusiveAmount', '3.14'],
    ['cbc:PayableRoundingAmount', '0.01'],
    ['cbc:PayableAmount', '3.15'],
  ]);
});

test('rules §7 electronic order: lines that do not come to the amount give no file', () => {
  const line = {
    productId: 1,
    productName: 'Pane',
    ean1: '80000013',
    quantity: 1,
    unitPrice: money(2),
    total: money(2),
    vatRate: '4',
  } as const;
  expect(() => [...renderElectronicOrder({ ...PARTIES, amount: money('2.01'), lines: [line] })]).toThrow('order 41');
});

test('rules §7 electronic order: of 40,000 lines it is made in small pieces', () => {
  const lines = Array.from({ length: 40_000 }, (_, index) => {
    const unitPrice = money(1).plus(money((index * 7919) % 40_000).div(10_000));
    const total = lineTotal(1, unitPrice);
    return {
      productId: index % 9,
      productName: `Pane n. ${index % 9}`,
      ean1: '80000013',
      quantity: 1,
      unitPrice,
      total,
    };
  });
  const amount = sum(lines.map(({ total }) => total));
  const withRate = lines.map((line) => ({ ...line, vatRate: '10' as const }));
  const pieces = [...renderElectronicOrder({ ...PARTIES, amount, lines: withRate })];
  // To take off the VAT has pieces too.
  expect(pieces.filter((piece) => piece === '').length).toBe(400);
  expect(Math.max(...pieces.map((piece) => piece.split('<cac:OrderLine>').length - 1))).toBe(100);
});
