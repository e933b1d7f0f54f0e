import { romeDay, toOffsetTimestamp } from '#contract/rules/dates.ts';
import { type Money, roundToCents, sum, ZERO } from '#contract/rules/money.ts';
import { toGtin14 } from '#contract/rules/product-code.ts';
import { renderXml, type XmlElement } from '#server/documents/xml.ts';
import { DomainError } from '#server/domain-error.ts';
import type { EntryLine } from '#server/ledger/entries.ts';
import type { AmcOrderDocument } from './read-order-document.ts';

/** The pieces of a product that were sold at one unit price, and the sum of their lines in euro. */
type OrderedLine = Omit<EntryLine, 'manufacturer'>;

/** What an electronic order says (rules §7). Amounts in euro. */
interface ElectronicOrder {
  readonly amcOrderId: number;
  readonly orderedAt: Date;
  readonly amount: Money;
  readonly buyer: { readonly name: string; readonly ipaCode: string; readonly tenderCode: string };
  readonly seller: AmcOrderDocument['business'];
  /** The product lines of its purchases. */
  readonly lines: Iterable<OrderedLine>;
}

/** Adds up lines by product and unit price. */
class LineTotaller {
  private readonly lines = new Map<string, OrderedLine>();

  add(line: OrderedLine): void {
    const key = `${line.productId} ${line.unitPrice.toFixed()} ${line.productName}`;
    const before = this.lines.get(key) ?? { ...line, quantity: 0, total: ZERO };
    const quantity = before.quantity + line.quantity;
    this.lines.set(key, { ...before, quantity, total: before.total.plus(line.total) });
  }

  /** Sorted by name. */
  totals(): readonly OrderedLine[] {
    return [...this.lines.values()].sort(
      (a, b) => a.productName.localeCompare(b.productName, 'it') || a.unitPrice.cmp(b.unitPrice),
    );
  }
}

const IN_EURO = { currencyID: 'EUR' };

function amount(name: string, value: Money): XmlElement {
  return [`cbc:${name}`, value.toFixed(2), IN_EURO];
}

/** Each line was rounded to cents, so their sum may differ from the price of all pieces. */
function roundingOf({ quantity, unitPrice, total }: OrderedLine): readonly XmlElement[] {
  const difference = total.minus(roundToCents(unitPrice.times(quantity)));
  if (difference.eq(0)) return [];
  const parts: readonly XmlElement[] = [
    ['cbc:ChargeIndicator', String(difference.gt(0))],
    ['cbc:AllowanceChargeReason', 'Arrotondamento delle righe'],
    amount('Amount', difference.abs()),
  ];
  return [['cac:AllowanceCharge', parts]];
}

function lineElement(line: OrderedLine, index: number): XmlElement {
  const { productName, ean1, quantity, unitPrice, total } = line;
  const item: XmlElement = [
    'cac:LineItem',
    [
      ['cbc:ID', String(index + 1)],
      // Pieces.
      ['cbc:Quantity', String(quantity), { unitCode: 'H87' }],
      amount('LineExtensionAmount', total),
      ...roundingOf(line),
      [
        'cac:Price',
        [['cbc:PriceAmount', unitPrice.toFixed(Math.max(2, unitPrice.c.length - 1 - unitPrice.e)), IN_EURO]],
      ],
      [
        'cac:Item',
        [
          ['cbc:Name', productName],
          ['cac:StandardItemIdentification', [['cbc:ID', toGtin14(ean1), { schemeID: '0160' }]]],
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
 * An AMC order in UBL 2.1. Vouchers pay prices with VAT, so its amounts include it.
 * @throws Error when its lines do not come to its amount
 */
export function renderElectronicOrder(order: ElectronicOrder): string {
  const totaller = new LineTotaller();
  for (const line of order.lines) totaller.add(line);
  const lines = totaller.totals();
  const lineSum = sum(lines.map(({ total }) => total));
  if (!lineSum.eq(order.amount)) throw new Error(`The lines of order ${order.amcOrderId} do not come to its amount`);
  return renderXml([
    'Order',
    [
      ['cbc:CustomizationID', CUSTOMIZATION],
      ['cbc:ProfileID', PROFILE],
      ['cbc:ID', String(order.amcOrderId)],
      ['cbc:IssueDate', romeDay(order.orderedAt)],
      ['cbc:IssueTime', toOffsetTimestamp(order.orderedAt).slice(11, 19)],
      ['cbc:Note', 'Acquisti con buono elettronico per prodotti dietetici. Importi comprensivi di IVA.'],
      ['cbc:DocumentCurrencyCode', 'EUR'],
      ['cac:OriginatorDocumentReference', [['cbc:ID', order.buyer.tenderCode]]],
      buyerElement(order.buyer),
      sellerElement(order.seller),
      ['cac:AnticipatedMonetaryTotal', [amount('LineExtensionAmount', lineSum), amount('PayableAmount', order.amount)]],
      ...lines.map(lineElement),
    ],
    NAMESPACES,
  ]);
}

function namesOf({ payer: { name, ipaCode, tenderCode } }: AmcOrderDocument): ElectronicOrder['buyer'] {
  if (ipaCode !== null && tenderCode !== null) return { name, ipaCode, tenderCode };
  const lacks = [...(ipaCode === null ? ['asl.ipaCode'] : []), ...(tenderCode === null ? ['asl.tenderCode'] : [])];
  throw new DomainError('DATA_MISSING', { missing: lacks.map((field) => ({ field, of: name })) });
}

/**
 * The electronic form of an order, from the content of its documents.
 * @throws DomainError DATA_MISSING when its authority lacks a code; NOT_POSSIBLE when the bus has rejected it
 */
export async function makeElectronicOrder(content: AmcOrderDocument): Promise<string> {
  const { order, business, entries } = content;
  if (order.esbStatus === 'REJECTED') throw new DomainError('NOT_POSSIBLE');
  const buyer = namesOf(content);
  const lines: OrderedLine[] = [];
  for await (const batch of entries) lines.push(...batch.flatMap((entry) => entry.lines));
  const { amcOrderId, orderedAt, amount: ordered } = order;
  return renderElectronicOrder({ amcOrderId, orderedAt, amount: ordered, buyer, seller: business, lines });
}
