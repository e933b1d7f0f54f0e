import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { romeDay, toOffsetTimestamp } from '#contract/rules/dates.ts';
import { type Money, money, roundToCents, roundUnitPrice, sum, ZERO } from '#contract/rules/money.ts';
import { toGtin14 } from '#contract/rules/product-code.ts';
import { chargesVat, type VatRate } from '#contract/rules/vat.ts';
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
  /** By name and price. */
  readonly lines: readonly OrderedLine[];
}

/** So many lines are worked on at once: the pieces of a document are made one by one, and others are served between. */
const PIECE = 100;

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
  /** With VAT. */
  readonly gross: Money;
  readonly net: Money;
  /** Rounded once for each rate. */
  readonly tax: Money;
}

/** The lines without VAT, and what they come to. */
function* toNet(lines: readonly OrderedLine[]): Generator<'', Totals & { readonly lines: readonly NetLine[] }> {
  const made: NetLine[] = [];
  const taxable = new Map<VatRate | null, Money>();
  let gross = ZERO;
  for (const line of lines) {
    if (made.length % PIECE === 0) yield '';
    gross = gross.plus(line.total);
    const net = withoutVat(line);
    made.push(net);
    taxable.set(net.vatRate, (taxable.get(net.vatRate) ?? ZERO).plus(net.net));
  }
  const taxes = Array.from(taxable, ([rate, amount]) => roundToCents(amount.times(rate ?? 0).div(100)));
  return { lines: made, gross, net: sum(taxable.values()), tax: sum(taxes) };
}

function totalElements({ net, tax }: Omit<Totals, 'gross'>, payable: Money): readonly XmlElement[] {
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
 * An AMC order in UBL 2.1, in pieces, of which those while VAT is taken off are empty. Prices and lines are without
 * VAT, as Peppol wants them; what is payable is the order's amount.
 * @throws Error when its lines do not come to its amount
 */
export function* renderElectronicOrder(order: ElectronicOrder): Generator<string, void> {
  const { lines, ...totals } = yield* toNet(order.lines);
  if (!totals.gross.eq(order.amount))
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
    .where('amc_order_id', '=', amcOrderId)
    .executeTakeFirstOrThrow();
  return chargesVat(taxRegime);
}

interface StoredLine extends Omit<OrderedLine, 'unitPrice' | 'total'> {
  readonly unitPrice: string;
  readonly total: string;
  /** The product's present name. */
  readonly presentName: string;
}

/** The lines of an order, added up by product, unit price and VAT rate. */
async function readLines(db: Database, amcOrderId: number, withVat: boolean): Promise<readonly StoredLine[]> {
  const query = sql<StoredLine>`
    select product_id as "productId", product_name as "productName", min(ean1) as ean1, min(name) as "presentName",
      unit_price as "unitPrice", "vatRate", sum(quantity)::int as quantity, sum(total) as total
    from (
      select purchase_item.*, product.name, case when ${withVat} then ${RATE_OF_LINE} end as "vatRate"
      from amc_order_purchase join purchase_item using (purchase_id) join product using (product_id)
      where amc_order_id = ${amcOrderId}
    ) line
    group by product_id, product_name, unit_price, "vatRate"
    order by fold_text(product_name) collate "C", product_name, unit_price, product_id`;
  return (await query.execute(db)).rows;
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
  const { order, business, payer } = content;
  if (order.esbStatus === 'REJECTED') throw new DomainError('NOT_POSSIBLE');
  const withVat = await isWithVat(db, order.amcOrderId);
  const stored = await readLines(db, order.amcOrderId, withVat);
  const { name, ipaCode, tenderCode } = payer;
  const unrated = stored.filter(({ vatRate }) => withVat && vatRate === null).map((line) => line.presentName);
  const missing = [
    ...(ipaCode === null ? [{ field: 'asl.ipaCode', of: name }] : []),
    ...(tenderCode === null ? [{ field: 'asl.tenderCode', of: name }] : []),
    ...Array.from(new Set(unrated), (of) => ({ field: 'product.vatRate', of })),
  ];
  if (ipaCode === null || tenderCode === null || missing.length > 0) throw new DomainError('DATA_MISSING', { missing });
  const lines: OrderedLine[] = [];
  for (const { unitPrice, total, ...line } of stored) {
    if (lines.length % PIECE === 0) await turn(undefined, { signal });
    lines.push({ ...line, unitPrice: money(unitPrice), total: money(total) });
  }
  const { amcOrderId, orderDate: orderedAt, amount: ordered } = order;
  const buyer = { name, ipaCode, tenderCode };
  return inTurns(
    renderElectronicOrder({ amcOrderId, orderedAt, amount: ordered, buyer, seller: business, lines }),
    signal,
  );
}
