import { sql } from 'kysely';
import { type Day, dayOfRequest, endOfDay, formatMonth, monthOf, romeDay, startOfDay } from '#contract/rules/dates.ts';
import { money, type Money, roundToCents, sum } from '#contract/rules/money.ts';
import { isExclusion } from '#contract/rules/tender-code.ts';
import { chargesVat, type VatRate } from '#contract/rules/vat.ts';
import { renderXml, type XmlElement } from '#server/documents/xml.ts';
import { DomainError } from '#server/domain-error.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';

/** Where a party has its seat. */
interface Seat {
  readonly address: string;
  readonly postalCode: string;
  readonly town: string;
  readonly province: string;
}

interface Seller extends Seat {
  readonly name: string;
  readonly vat: string;
  readonly fiscalCode: string;
  readonly taxRegime: string;
}

interface Buyer extends Seat {
  readonly aslId: number;
  readonly name: string;
  readonly fiscalCode: string;
  readonly ipaCode: string;
}

/** An AMC order of what is billed: the authority pays no goods without it, and without the code of their tender. */
interface Ordered {
  readonly amcOrderId: number;
  readonly day: Day;
  readonly tenderCode: string | null;
}

/** The invoice of a month (rules §7). Vouchers pay prices with VAT, so `gross` includes it. In euro. */
interface Invoice {
  readonly month: Day;
  readonly date: Day;
  readonly seller: Seller;
  readonly buyer: Buyer;
  readonly orders: readonly Ordered[];
  /** By VAT rate in percent. */
  readonly amounts: readonly { readonly vatRate: string; readonly gross: Money }[];
}

/** A text in the letters that an invoice may have (Latin-1), cut to its length. */
function latin(text: string, length: number): string {
  const plain = (other: string) => other.normalize('NFKD').replace(/[^\u0020-\u007E]/g, '') || '?';
  return text.replace(/[^\u0020-\u007E\u00A0-\u00FF]/gu, plain).slice(0, length);
}

function seatElement({ address, postalCode, town, province }: Seat): XmlElement {
  return [
    'Sede',
    [
      ['Indirizzo', latin(address, 60)],
      ['CAP', postalCode],
      ['Comune', latin(town, 60)],
      ['Provincia', province],
      ['Nazione', 'IT'],
    ],
  ];
}

function italian(code: string): readonly XmlElement[] {
  return [
    ['IdPaese', 'IT'],
    ['IdCodice', code],
  ];
}

function nameElement(name: string): XmlElement {
  return ['Anagrafica', [['Denominazione', latin(name, 80)]]];
}

/** The authority's id in six characters at most: those of its end, which differ as long as no two are 36⁶ apart. */
function shortId({ aslId }: Buyer): string {
  return (aslId % 36 ** 6).toString(36).toUpperCase();
}

function headerElement({ month, seller, buyer }: Invoice): XmlElement {
  const sender: XmlElement = [
    'DatiTrasmissione',
    [
      ['IdTrasmittente', italian(seller.fiscalCode)],
      // Of a sender each differs, and has 10 characters at most: year and month, and the authority.
      ['ProgressivoInvio', `${month.slice(2, 4)}${month.slice(5, 7)}${shortId(buyer)}`],
      ['FormatoTrasmissione', 'FPA12'],
      ['CodiceDestinatario', buyer.ipaCode],
    ],
  ];
  const ofSeller: XmlElement = [
    'DatiAnagrafici',
    [
      ['IdFiscaleIVA', italian(seller.vat)],
      ['CodiceFiscale', seller.fiscalCode],
      nameElement(seller.name),
      ['RegimeFiscale', seller.taxRegime],
    ],
  ];
  const ofBuyer: XmlElement = ['DatiAnagrafici', [['CodiceFiscale', buyer.fiscalCode], nameElement(buyer.name)]];
  return [
    'FatturaElettronicaHeader',
    [
      sender,
      ['CedentePrestatore', [ofSeller, seatElement(seller)]],
      ['CessionarioCommittente', [ofBuyer, seatElement(buyer)]],
    ],
  ];
}

/** An order as its electronic form names itself: number, day and office. A reason for no tender is no code of one. */
function orderElement({ amcOrderId, day, tenderCode }: Ordered, { ipaCode }: Buyer): XmlElement {
  const tender: readonly XmlElement[] =
    tenderCode === null || isExclusion(tenderCode) ? [] : [['CodiceCIG', tenderCode]];
  return [
    'DatiOrdineAcquisto',
    [['IdDocumento', String(amcOrderId)], ['Data', day], ['CodiceCommessaConvenzione', `#${ipaCode}#`], ...tender],
  ];
}

function bodyElement({ month, date, buyer, orders, amounts }: Invoice): XmlElement {
  const billed = amounts.map(({ vatRate, gross }) => {
    const taxable = roundToCents(gross.times(100).div(money(vatRate).plus(100)));
    return { rate: money(vatRate).toFixed(2), taxable, tax: gross.minus(taxable) };
  });
  const goods = `Prodotti dietetici venduti con buono elettronico, mese ${formatMonth(month)}`;
  const lines = billed.map(({ rate, taxable }, index): XmlElement => [
    'DettaglioLinee',
    [
      ['NumeroLinea', String(index + 1)],
      ['Descrizione', goods],
      ['DataInizioPeriodo', monthOf(month).first],
      ['DataFinePeriodo', monthOf(month).last],
      ['PrezzoUnitario', taxable.toFixed(2)],
      ['PrezzoTotale', taxable.toFixed(2)],
      ['AliquotaIVA', rate],
    ],
  ]);
  const sums = billed.map(({ rate, taxable, tax }): XmlElement => [
    'DatiRiepilogo',
    [
      ['AliquotaIVA', rate],
      ['ImponibileImporto', taxable.toFixed(2)],
      ['Imposta', tax.toFixed(2)],
      // Split payment: the authority pays the VAT.
      ['EsigibilitaIVA', 'S'],
    ],
  ]);
  const document: XmlElement = [
    'DatiGeneraliDocumento',
    [
      ['TipoDocumento', 'TD01'],
      ['Divisa', 'EUR'],
      ['Data', date],
      // Has 20 characters at most.
      ['Numero', `BOZZA-${month.slice(0, 7)}-${shortId(buyer)}`],
      ['ImportoTotaleDocumento', sum(amounts.map(({ gross }) => gross)).toFixed(2)],
      ['Causale', `${goods}. Bozza: numero e data sono da completare.`],
    ],
  ];
  return [
    'FatturaElettronicaBody',
    [
      ['DatiGenerali', [document, ...orders.map((order) => orderElement(order, buyer))]],
      ['DatiBeniServizi', [...lines, ...sums]],
    ],
  ];
}

const NAMESPACE = 'http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2';

/** An invoice as FatturaPA 1.2. */
export function renderInvoice(invoice: Invoice): string {
  const parts = [headerElement(invoice), bodyElement(invoice)];
  return renderXml(['p:FatturaElettronica', parts, { versione: 'FPA12', 'xmlns:p': NAMESPACE }]);
}

interface Owed {
  readonly aslId: number;
  readonly businessId: number;
}

/** The months of a period that are closed for this business, alone or with all others. */
export async function readInvoiceMonths(
  db: Database,
  { aslId, businessId }: Owed,
  { first, last }: { readonly first: Day; readonly last: Day },
): Promise<readonly Day[]> {
  const rows = await db
    .selectFrom('month_closing')
    .select('month')
    .distinct()
    .where('asl_id', '=', aslId)
    .where((eb) => eb.or([eb('business_id', '=', businessId), eb('business_id', 'is', null)]))
    .where('month', '>=', first)
    .where('month', '<=', last)
    .orderBy('month')
    .execute();
  return rows.map(({ month }) => month).filter((month) => monthOf(month).last <= last);
}

interface StoredAmount {
  readonly vatRate: string | null;
  readonly gross: string;
  readonly names: readonly string[];
}

/** The VAT rate of a sold line, in SQL: of the day of its sale, or the product's present one where it had none then. */
export const RATE_OF_LINE = sql<VatRate | null>`coalesce(sold_vat_rate, product.vat_rate)`;

/** The product lines of a month by their VAT rates. */
async function readAmounts(db: Database, { aslId, businessId }: Owed, month: Day): Promise<readonly StoredAmount[]> {
  const { first, last } = monthOf(month);
  const query = sql<StoredAmount>`
    select ${RATE_OF_LINE} as "vatRate", sum(case kind when 'SALE' then total else -total end)::text as gross,
      array(select distinct unnest(array_agg(product.name)) order by 1) as names
    from ledger_entry join purchase_item using (purchase_id) join product using (product_id)
    where ledger_entry.asl_id = ${aslId} and business_id = ${businessId}
      and counts_at >= ${startOfDay(first)} and counts_at < ${endOfDay(last)}
    group by 1 order by (${RATE_OF_LINE})::numeric`;
  const { rows } = await query.execute(db);
  return rows;
}

/** The orders, not rejected, of what was sold in a month. */
async function readOrders(db: Database, { aslId, businessId }: Owed, month: Day): Promise<readonly Ordered[]> {
  const { first, last } = monthOf(month);
  const query = sql<{ readonly id: number; readonly at: Date; readonly tenderCode: string | null }>`
    select distinct amc_order_id as id, ordered_at as at, tender_code as "tenderCode"
    from ledger_entry join amc_order_purchase using (purchase_id) join amc_order using (amc_order_id)
      join asl on asl.asl_id = amc_order.asl_id
    where ledger_entry.asl_id = ${aslId} and ledger_entry.business_id = ${businessId}
      and kind = 'SALE' and counts_at >= ${startOfDay(first)} and counts_at < ${endOfDay(last)} and released_at is null
    order by amc_order_id`;
  const { rows } = await query.execute(db);
  return rows.map(({ id, at, tenderCode }) => ({ amcOrderId: id, day: romeDay(at), tenderCode }));
}

async function readParties(db: Database, { aslId, businessId }: Owed) {
  const seat = ['postal_code as postalCode', 'town', 'province'] as const;
  const seller = await db
    .selectFrom('business')
    .select(['company_name as name', 'vat', 'fiscal_code as fiscalCode', 'tax_regime as taxRegime', 'address', ...seat])
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  const buyer = await db
    .selectFrom('asl')
    .select([
      'asl_id as aslId',
      'name',
      'tax_code as fiscalCode',
      'ipa_code as ipaCode',
      'seat_address as address',
      ...seat,
    ])
    .where('asl_id', '=', aslId)
    .executeTakeFirst();
  if (!seller) throw new DomainError('BUSINESS_NOT_FOUND');
  if (!buyer) throw new DomainError('ASL_NOT_FOUND');
  return { seller, buyer };
}

interface Missing {
  readonly field: string;
  readonly of: string;
}

type Whole<T> = { [K in keyof T]: NonNullable<T[K]> };

function isWhole<T extends object>(row: T): row is T & Whole<T> {
  return Object.values(row).every((value) => value !== null);
}

function lacksOf(noun: string, row: { readonly name: string }): readonly Missing[] {
  return Object.entries<string | number | null>(row).flatMap(([key, value]) =>
    value === null ? [{ field: `${noun}.${key}`, of: row.name }] : [],
  );
}

/**
 * The draft of the invoice of a closed month, of the active business to a health authority. The names and codes are
 * those of now, each rate is that of the sale.
 * @throws DomainError NOT_POSSIBLE when the month is not closed, nothing is owed, or the business charges no VAT, so that
 * nothing is split; DATA_MISSING with what an operator must fill in; ASL_NOT_FOUND
 */
export async function draftInvoice(
  { db, now }: Services,
  { businessId }: BusinessPrincipal,
  { aslId, month: asked }: { readonly aslId: number; readonly month: string },
): Promise<string> {
  const owed = { aslId, businessId };
  const { first: month } = monthOf(dayOfRequest(asked));
  const { seller, buyer } = await readParties(db, owed);
  const closed = await readInvoiceMonths(db, owed, monthOf(month));
  if (closed.length === 0 || !chargesVat(seller.taxRegime)) throw new DomainError('NOT_POSSIBLE');
  const rows = await readAmounts(db, owed, month);
  const missing = [
    ...lacksOf('business', seller),
    ...lacksOf('asl', buyer),
    ...rows
      .filter(({ vatRate }) => vatRate === null)
      .flatMap(({ names }) => names.map((of) => ({ field: 'product.vatRate', of }))),
  ];
  if (missing.length > 0 || !isWhole(seller) || !isWhole(buyer)) throw new DomainError('DATA_MISSING', { missing });
  const amounts = rows.flatMap(({ vatRate, gross }) => {
    return vatRate === null || money(gross).eq(0) ? [] : [{ vatRate, gross: money(gross) }];
  });
  // A month of cancellations alone wants a credit note.
  if (!sum(amounts.map(({ gross }) => gross)).gt(0)) throw new DomainError('NOT_POSSIBLE');
  const orders = await readOrders(db, owed, month);
  return renderInvoice({ month, date: romeDay(now()), seller, buyer, orders, amounts });
}
