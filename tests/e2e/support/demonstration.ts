import { type Money, money } from '#contract/rules/money.ts';
import { generateDemoData } from '#server/demo-data/generate-demo-data.ts';
import { namedCases } from '#server/demo-data/named-cases.ts';

/** A patient of the demonstration data. `pin` is null where the sale asks none. */
export interface Shopper {
  readonly fiscalCode: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly pin: string | null;
  /** What is left on the voucher of this month, in euro. */
  readonly residual: Money;
}

export interface Article {
  readonly name: string;
  readonly ean: string;
  /** The reference price, in euro. */
  readonly price: Money;
  readonly manufacturer: string;
}

const ENOUGH = 50;
/** Where a PIN's hash belongs stands the PIN itself: these rows are for reading only. */
const data = generateDemoData(new Date(), (secret) => secret);

const dossiersOf = (patientId: number) => data.dossier.filter((row) => row.patient_id === patientId);

function residualOf(patientId: number): Money {
  const now = new Date();
  const dossier = dossiersOf(patientId)[0];
  const current = data.voucher.find(
    (row) => row.dossier_id === dossier?.dossier_id && row.enabled_at <= now && now <= row.disabled_at,
  );
  return money(current?.status === 'ENABLED' ? current.residual : 0);
}

const shoppers: readonly Shopper[] = data.patient.map((row) => ({
  fiscalCode: row.fiscal_code,
  firstName: row.first_name,
  lastName: row.last_name,
  pin: row.pin_hash,
  residual: residualOf(row.patient_id),
}));

function isPlain(index: number): boolean {
  const row = data.patient[index];
  const dossiers = row === undefined ? [] : dossiersOf(row.patient_id);
  const [only] = dossiers;
  return (
    row?.status === 'ENABLED' &&
    dossiers.length === 1 &&
    only?.type === 'CELIAC' &&
    only.status === 'APPROVED' &&
    (shoppers[index]?.residual.gte(ENOUGH) ?? false)
  );
}

const plain = shoppers.filter((_, index) => index >= namedCases.length && isPlain(index));

function at<T>(rows: readonly T[], index: number, what: string): T {
  const row = rows[index];
  if (row === undefined) throw new Error(`the demonstration data has no ${what} ${index}`);
  return row;
}

/** A named case, by the beginning of its title. */
export function namedCase(title: string): Shopper {
  const index = namedCases.findIndex((named) => named.title.startsWith(title));
  return at(shoppers, index, title);
}

/** The nth coeliac patient with a PIN and at least 50 euro left; a test that sells takes one of its own. */
export function shopperWithPin(index: number): Shopper & { readonly pin: string } {
  const withPin = plain.flatMap((row) => (row.pin === null ? [] : [{ ...row, pin: row.pin }]));
  return at(withPin, index, 'shopper with PIN');
}

/** The nth coeliac patient without PIN and with at least 50 euro left; a test that sells takes one of its own. */
export function shopperWithoutPin(index: number): Shopper {
  const withoutPin = plain.filter((row) => row.pin === null);
  return at(withoutPin, index, 'shopper without PIN');
}

const articles: readonly Article[] = data.product
  .filter((row) => row.category_type === 'CELIAC' && /^\d(\.\d{1,2})?$/.test(row.ref_price))
  .map((row) => ({
    name: row.name,
    ean: row.ean1,
    price: money(row.ref_price),
    manufacturer: data.manufacturer.find((maker) => maker.manufacturer_id === row.manufacturer_id)?.name ?? '',
  }));

/** The nth product for coeliac patients below 10 euro whose EAN does not start with 0. */
export function article(index: number): Article {
  const usual = articles.filter((row) => !row.ean.startsWith('0'));
  return at(usual, index, 'article');
}

/** A product whose EAN starts with 0. */
export function articleWithLeadingZero(): Article {
  const zero = articles.filter((row) => row.ean.startsWith('0'));
  return at(zero, 0, 'article with a leading zero');
}
