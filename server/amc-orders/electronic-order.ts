import { setImmediate as turn } from 'node:timers/promises';
import { romeDay, toOffsetTimestamp } from '#contract/rules/dates.ts';
import { type Money, money, roundToCents, roundUnitPrice, sum, ZERO } from '#contract/rules/money.ts';
import { toGtin14 } from '#contract/rules/product-code.ts';
import { chargesVat, type VatRate } from '#contract/rules/vat.ts';
import { toRowId } from '#server/database/queries.ts';
import { renderXmlPieces, type XmlElement } from '#server/documents/xml.ts';
import { DomainError } from '#server/domain-error.ts';
import type { EntryLine } from '#server/ledger/entries.ts';
import { RATE_OF_LINE } from '#server/ledger/invoice.ts';
import type { Database } from '#server/services.ts';
import type { AmcOrderDocument } from './read-order-document.ts';

/** The pieces of a product that were sold at one unit price, and the sum of their lines, in euro with VAT. */
interface OrderedLine extends Omit<EntryLine, 'manufacturer'> {
  /** null if the seller charges no VAT. */
  readonly vatRate: VatRate | null;
}

/** What an electronic order says (rules §7). Amounts in euro with VAT, as vouchers pay them. */
interface ElectronicOrder {
  readonly amcOrderId: number;
  readonly orderedAt: Date;
  readonly amount: Money;
  readonly buyer: { readonly name: string; readonly ipaCode: string; readonly tenderCode: string };
  readonly seller: AmcOrderDocument['business'];
  /** The product lines of its purchases. */
  readonly lines: Iterable<OrderedLine>;
}

/** So many lines are worked on at once: the pieces of a document are made one by one, and others are served between. */
const PIECE = 100;

function byNameAndPrice(a: OrderedLine, b: OrderedLine): number {
  return a.productName.localeCompare(b.productName, 'it') || a.unitPrice.cmp(b.unitPrice);
}

function* merge(one: readonly OrderedLine[], other: readonly OrderedLine[]): Generator<'', OrderedLine[]> {
  const merged: OrderedLine[] = [];
  let [a, b] = [one[0], other[0]];
  for (let [from, to] = [0, 0]; a ?? b;) {
    if (merged.length % PIECE === 0) yield '';
    if (a && (!b || byNameAndPrice(a, b) <= 0)) {
      merged.push(a);
      a = one[++from];
    } else if (b) {
      merged.push(b);
      b = other[++to];
    }
  }
  return merged;
}

function* sort(lines: readonly OrderedLine[]): Generator<'', readonly OrderedLine[]> {
  if (lines.length <= PIECE) return [...lines].sort(byNameAndPrice);
  const half = Math.ceil(lines.length / 2);
  return yield* merge(yield* sort(lines.slice(0, half)), yield* sort(lines.slice(half)));
}

/** Adds up lines by product, unit price and VAT rate. */
function* addUp(lines: Iterable<OrderedLine>): Generator<'', readonly OrderedLine[]> {
  const sums = new Map<string, OrderedLine>();
  let count = 0;
  for (const line of lines) {
    if (++count % PIECE === 0) yield '';
    const key = `${line.productId} ${line.unitPrice.toFixed()} ${line.vatRate ?? ''} ${line.productName}`;
    const before = sums.get(key) ?? { ...line, quantity: 0, total: ZERO };
    sums.set(key, {
      ...before,
      quantity: before.quantity + line.quantity,
      total: before.total.plus(line.total),
    });
  }
  return [...sums.values()];
}

const IN_EURO = { currencyID: 'EUR' };

function amount(name: string, value: Money): XmlElement {
  return [`cbc:${name}`, value.toFixed(2), IN_EURO];
}

/** An ordered line as the document has it: price and amount without VAT, in euro. */
interface NetLine extends Omit<OrderedLine, 'unitPrice' | 'total'> {
  readonly price: Money;
  readonly net: Money;
}

function withoutVat({ unitPrice, total, ...line }: OrderedLine): NetLine {
  const share = (value: Money) => value.times(100).div(money(line.vatRate ?? 0).plus(100));
  return { ...line, price: roundUnitPrice(share(unitPrice)), net: roundToCents(share(total)) };
}

/** What the lines of an order come to, in euro. */
interface Totals {
  readonly net: Money;
  /** Rounded once for each rate. */
  readonly tax: Money;
}

/** The lines without VAT, and what they come to. */
function* toNet(lines: readonly OrderedLine[]): Generator<'', Totals & { readonly lines: readonly NetLine[] }> {
  const made: NetLine[] = [];
  const taxable = new Map<VatRate | null, Money>();
  for (const line of lines) {
    if (made.length % PIECE === 0) yield '';
    const net = withoutVat(line);
    made.push(net);
    taxable.set(net.vatRate, (taxable.get(net.vatRate) ?? ZERO).plus(net.net));
  }
  const taxes = Array.from(taxable, ([rate, amount]) => roundToCents(amount.times(rate ?? 0).div(100)));
  return { lines: made, net: sum(taxable.values()), tax: sum(taxes) };
}

function totalElements({ net, tax }: Totals, payable: Money): readonly XmlElement[] {
  const gross = net.plus(tax);
  const rounding = payable.minus(gross);
  return [
    ['cac:TaxTotal', [amount('TaxAmount', tax)]],
    [
      'cac:AnticipatedMonetaryTotal',
      [
        amount('LineExtensionAmount', net),
        amount('TaxExclusiveAmount', net),
        amount('TaxInclusiveAmount', gross),
        ...(rounding.eq(0) ? [] : [amount('PayableRoundingAmount', rounding)]),
        amount('PayableAmount', payable),
      ],
    ],
  ];
}

/** Each line was rounded to cents, so their sum may differ from the price of all pieces. */
function roundingOf({ quantity, price, net }: NetLine): readonly XmlElement[] {
  const difference = net.minus(roundToCents(price.times(quantity)));
  if (difference.eq(0)) return [];
  const parts: readonly XmlElement[] = [
    ['cbc:ChargeIndicator', String(difference.gt(0))],
    ['cbc:AllowanceChargeReason', 'Arrotondamento delle righe'],
    amount('Amount', difference.abs()),
  ];
  return [['cac:AllowanceCharge', parts]];
}

function lineElement(line: NetLine, index: number): XmlElement {
  const { productName, ean1, quantity, price, net, vatRate } = line;
  const vat: XmlElement = ['cac:TaxScheme', [['cbc:ID', 'VAT']]];
  // Standard rate, or outside the scope of VAT.
  const category: readonly XmlElement[] =
    vatRate === null ? [['cbc:ID', 'O'], vat] : [['cbc:ID', 'S'], ['cbc:Percent', vatRate], vat];
  const item: XmlElement = [
    'cac:LineItem',
    [
      ['cbc:ID', String(index + 1)],
      // Pieces.
      ['cbc:Quantity', String(quantity), { unitCode: 'H87' }],
      amount('LineExtensionAmount', net),
      ...roundingOf(line),
      ['cac:Price', [['cbc:PriceAmount', price.toFixed(Math.max(2, price.c.length - 1 - price.e)), IN_EURO]]],
      [
        'cac:Item',
        [
          ['cbc:Name', productName],
          ['cac:StandardItemIdentification', [['cbc:ID', toGtin14(ean1), { schemeID: '0160' }]]],
          ['cac:ClassifiedTaxCategory', category],
        ],
      ],
    ],
  ];
  return ['cac:OrderLine', [item]];
}

function legalEntity(name: string, ...company: readonly XmlElement[]): XmlElement {
  return ['cac:PartyLegalEntity', [['cbc:RegistrationName', name], ...company]];
}

function buyerElement({ name, ipaCode }: ElectronicOrder['buyer']): XmlElement {
  const party: XmlElement = ['cac:Party', [['cbc:EndpointID', ipaCode, { schemeID: '0201' }], legalEntity(name)]];
  return ['cac:BuyerCustomerParty', [party]];
}

function sellerElement({ companyName, vat, fiscalCode, address }: ElectronicOrder['seller']): XmlElement {
  const italy: XmlElement = ['cac:Country', [['cbc:IdentificationCode', 'IT']]];
  const party: XmlElement = [
    'cac:Party',
    [
      ['cbc:EndpointID', `IT${vat}`, { schemeID: '0211' }],
      ['cac:PostalAddress', [['cbc:StreetName', address], italy]],
      legalEntity(companyName, ['cbc:CompanyID', fiscalCode, { schemeID: '0210' }]),
    ],
  ];
  return ['cac:SellerSupplierParty', [party]];
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const NAMESPACES = {
  xmlns: `${UBL}:Order-2`,
  'xmlns:cac': `${UBL}:CommonAggregateComponents-2`,
  'xmlns:cbc': `${UBL}:CommonBasicComponents-2`,
};
/** Peppol BIS Order only 3 with the rules of the Italian node for orders (NSO). */
const CUSTOMIZATION = 'urn:fdc:peppol.eu:poacc:trns:order:3:restrictive:urn:www.agid.gov.it:trns:ordine:3.1';
const PROFILE = 'urn:fdc:peppol.eu:poacc:bis:order_only:3';

/**
 * An AMC order in UBL 2.1, in pieces, of which those while the lines are counted are empty. Prices and lines are without
 * VAT, as Peppol wants them; what is payable is the order's amount.
 * @throws Error when its lines do not come to its amount
 */
export function* renderElectronicOrder(order: ElectronicOrder): Generator<string, void> {
  const sums = yield* sort(yield* addUp(order.lines));
  const { lines, ...totals } = yield* toNet(sums);
  if (!sum(sums.map(({ total }) => total)).eq(order.amount))
    throw new Error(`The lines of order ${order.amcOrderId} do not come to its amount`);
  const head: readonly XmlElement[] = [
    ['cbc:CustomizationID', CUSTOMIZATION],
    ['cbc:ProfileID', PROFILE],
    ['cbc:ID', String(order.amcOrderId)],
    ['cbc:IssueDate', romeDay(order.orderedAt)],
    ['cbc:IssueTime', toOffsetTimestamp(order.orderedAt).slice(11, 19)],
    [
      'cbc:Note',
      'Acquisti con buono elettronico per prodotti dietetici. Prezzi senza IVA; il totale da pagare la comprende.',
    ],
    ['cbc:DocumentCurrencyCode', 'EUR'],
    ['cac:OriginatorDocumentReference', [['cbc:ID', order.buyer.tenderCode]]],
    buyerElement(order.buyer),
    sellerElement(order.seller),
    ...totalElements(totals, order.amount),
  ];
  function* pieces() {
    yield head;
    for (let at = 0; at < lines.length; at += PIECE)
      yield lines.slice(at, at + PIECE).map((line, index) => lineElement(line, at + index));
  }
  yield* renderXmlPieces('Order', pieces(), NAMESPACES);
}

/** Whether the business of an order charges VAT now. */
async function isWithVat(db: Database, amcOrderId: number): Promise<boolean> {
  const { tax_regime: taxRegime } = await db
    .selectFrom('amc_order')
    .innerJoin('business', 'business.business_id', 'amc_order.business_id')
    .select('tax_regime')
    .where('amc_order_id', '=', toRowId(amcOrderId))
    .executeTakeFirstOrThrow();
  return chargesVat(taxRegime);
}

/** The VAT rates of an order's lines by product, in the order of names. */
function readRates(db: Database, amcOrderId: number) {
  return db
    .selectFrom('amc_order_purchase')
    .innerJoin('purchase_item', 'purchase_item.purchase_id', 'amc_order_purchase.purchase_id')
    .innerJoin('product', 'product.product_id', 'purchase_item.product_id')
    .select(['product.product_id as productId', 'product.name', 'product.vat_rate as present'])
    .select(RATE_OF_LINE.as('vatRate'))
    .distinct()
    .where('amc_order_id', '=', toRowId(amcOrderId))
    .orderBy('product.name')
    .orderBy('product.product_id')
    .execute();
}

/** What the documents of an order lack for its electronic form. */
interface Completed {
  readonly buyer: ElectronicOrder['buyer'];
  readonly withVat: boolean;
  /** The present ones by product, for lines that were sold without one. */
  readonly rates: ReadonlyMap<number, VatRate | null>;
}

async function complete(db: Database, { order, payer }: AmcOrderDocument): Promise<Completed> {
  const { name, ipaCode, tenderCode } = payer;
  const products = await readRates(db, order.amcOrderId);
  const withVat = await isWithVat(db, order.amcOrderId);
  const unrated = products.filter(({ vatRate }) => withVat && vatRate === null);
  const missing = [
    ...(ipaCode === null ? [{ field: 'asl.ipaCode', of: name }] : []),
    ...(tenderCode === null ? [{ field: 'asl.tenderCode', of: name }] : []),
    ...Array.from(new Set(unrated.map((product) => product.name)), (of) => ({ field: 'product.vatRate', of })),
  ];
  if (ipaCode === null || tenderCode === null || missing.length > 0) throw new DomainError('DATA_MISSING', { missing });
  const rates = products.map(({ productId, present }) => [productId, present] as const);
  return { buyer: { name, ipaCode, tenderCode }, withVat, rates: new Map(rates) };
}

async function* inTurns(pieces: Iterable<string>, signal: AbortSignal): AsyncGenerator<Buffer, void> {
  for (const piece of pieces) {
    if (piece !== '') yield Buffer.from(piece);
    await turn();
    signal.throwIfAborted();
  }
}

/**
 * The electronic form of an order, from the content of its documents.
 * @param signal ends the work
 * @throws DomainError DATA_MISSING when its authority lacks a code or a product its VAT rate; NOT_POSSIBLE when the bus
 * has rejected it
 */
export async function makeElectronicOrder(
  db: Database,
  content: AmcOrderDocument,
  signal: AbortSignal,
): Promise<AsyncIterable<Buffer>> {
  const { order, business, entries } = content;
  if (order.esbStatus === 'REJECTED') throw new DomainError('NOT_POSSIBLE');
  const { buyer, withVat, rates } = await complete(db, content);
  const lines: OrderedLine[] = [];
  for await (const batch of entries) {
    for (const line of batch.flatMap((entry) => entry.lines)) {
      const vatRate = line.vatRate ?? rates.get(line.productId);
      if (vatRate === undefined) throw new Error(`Order ${order.amcOrderId} has a line of no known product`);
      lines.push({ ...line, vatRate: withVat ? vatRate : null });
    }
  }
  const { amcOrderId, orderedAt, amount: ordered } = order;
  return inTurns(
    renderElectronicOrder({ amcOrderId, orderedAt, amount: ordered, buyer, seller: business, lines }),
    signal,
  );
}
