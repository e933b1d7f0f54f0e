import { type Day, addDays, lastInstantOf, monthOf, romeDay, startOfDay } from '#contract/rules/dates.ts';
import { type Money, ZERO, lineTotal, money, sum } from '#contract/rules/money.ts';
import type { Database } from '#server/domain/context.ts';
import { ASL, PATIENTS, PIN, PRODUCTS } from '#tests/api/fixture.ts';
import type { FixtureProduct } from '#tests/api/fixture-parts.ts';

/** What is done in the storms; each has patients of its own, whose ids begin here. */
const FIRST_ID = {
  sale: 50_000_000,
  cancellation: 100_000_000,
  'amc-order': 150_000_000,
  'left-sale': 200_000_000,
} as const;
export type JobName = keyof typeof FIRST_ID;

const SALES_OF_A_PATIENT = 10;
const INITIAL_AMOUNT = '110.00';
const ROWS_AT_ONCE = 1000;
/** So many days before this month nobody has bought anything. */
const QUIET_DAYS = 1000;

/** Every twelfth patient has a PIN, and every twelfth shop asks for a code: comparing one takes its time. */
const SECRET_EVERY = 12;

/** A sale that was made before the faults begin. */
export interface EarlierSale {
  /** Whose it is; also the number of the dossier and of the voucher. */
  readonly patientId: number;
  /** Counts the sales of a patient, from 0 to 9. */
  readonly nth: number;
  readonly businessId: number;
  readonly storeId: number;
  readonly userId: number;
  readonly at: Date;
}

const SOLD: readonly (readonly [FixtureProduct, number])[] = [
  [PRODUCTS.bread, 2],
  [PRODUCTS.penne, 1],
];
const SOLD_LINES = SOLD.map(([product, quantity]) => ({
  product,
  quantity,
  total: lineTotal(quantity, money(product.refPrice)),
}));

/** What an earlier sale came to, in euro. */
const SOLD_AMOUNT: Money = sum(SOLD_LINES.map(({ total }) => total));

/** The patient of a seed in a job, which is also the number of the dossier and of the voucher. */
export function patientOf(job: JobName, seed: number): number {
  return FIRST_ID[job] + seed;
}

/** Whether a PIN, or a code, is asked for in the storm of a seed. */
export function needsSecret(seed: number): boolean {
  return seed % SECRET_EVERY === 0;
}

/** The PIN of the patient of a seed; undefined where none is asked for. */
export function pinOf(seed: number): string | undefined {
  return needsSecret(seed) ? PIN : undefined;
}

/** The id of an earlier sale; its cart has the same. */
export function earlierSaleId(patientId: number, nth: number): number {
  return patientId * SALES_OF_A_PATIENT + nth;
}

/** A day for a seed alone, long before the day of the test. */
export function dayOf(seed: number, now: Date): Day {
  return addDays(monthOf(romeDay(now)).first, -QUIET_DAYS - seed);
}

async function insertAll<T>(rows: readonly T[], insert: (some: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) await insert(rows.slice(start, start + ROWS_AT_ONCE));
}

async function fillPatients(db: Database, job: JobName, seeds: readonly number[]): Promise<void> {
  const { pin_hash: pinHash } = await db
    .selectFrom('patient')
    .select('pin_hash')
    .where('patient_id', '=', PATIENTS.withPin.id)
    .executeTakeFirstOrThrow();
  const patients = seeds.map((seed) => ({
    patient_id: patientOf(job, seed),
    fiscal_code: `SEED${String(patientOf(job, seed)).padStart(12, '0')}`,
    first_name: 'Nome',
    last_name: 'Cognome',
    gender: 'F' as const,
    birth_date: '1980-01-01',
    otp_mode: needsSecret(seed) ? ('PIN' as const) : ('NONE' as const),
    status: 'ENABLED' as const,
    pin_hash: needsSecret(seed) ? pinHash : null,
  }));
  await insertAll(patients, (rows) => db.insertInto('patient').values(rows).execute());
  const dossiers = seeds.map((seed) => ({
    dossier_id: patientOf(job, seed),
    patient_id: patientOf(job, seed),
    asl_id: ASL.sassari,
    type: 'CELIAC' as const,
    status: 'APPROVED' as const,
    monthly_amount: null,
  }));
  await insertAll(dossiers, (rows) => db.insertInto('dossier').values(rows).execute());
}

async function fillVouchers(
  db: Database,
  patientIds: readonly number[],
  spentOf: (patientId: number) => Money,
  now: Date,
): Promise<void> {
  const { first, last } = monthOf(romeDay(now));
  const vouchers = patientIds.map((id) => ({
    voucher_id: id,
    dossier_id: id,
    code: `SEED-${id}`,
    month: first,
    status: 'ENABLED' as const,
    enabled_at: startOfDay(first),
    disabled_at: lastInstantOf(last),
    initial_amount: INITIAL_AMOUNT,
    residual: money(INITIAL_AMOUNT).minus(spentOf(id)).toFixed(2),
  }));
  await insertAll(vouchers, (rows) => db.insertInto('voucher').values(rows).execute());
}

async function fillSales(db: Database, sales: readonly EarlierSale[]): Promise<void> {
  const carts = sales.map(({ patientId, nth, businessId, storeId, userId, at }) => ({
    cart_id: earlierSaleId(patientId, nth),
    patient_id: patientId,
    dossier_id: patientId,
    voucher_id: patientId,
    store_id: storeId,
    business_id: businessId,
    user_id: userId,
    created_at: at,
  }));
  await insertAll(carts, (rows) => db.insertInto('cart').values(rows).execute());
  const purchases = carts.map((cart) => ({
    ...cart,
    purchase_id: cart.cart_id,
    asl_id: ASL.sassari,
    items_amount: SOLD_AMOUNT.toFixed(2),
    residual_after: money(INITIAL_AMOUNT).minus(SOLD_AMOUNT).toFixed(2),
    status: 'ACTIVE' as const,
  }));
  await insertAll(purchases, (rows) => db.insertInto('purchase').values(rows).execute());
  const items = purchases.flatMap(({ purchase_id }) =>
    SOLD_LINES.map(({ product, quantity, total }, index) => ({
      purchase_id,
      position: index + 1,
      product_id: product.id,
      product_name: product.name,
      quantity,
      unit_price: product.refPrice,
      total: total.toFixed(2),
    })),
  );
  await insertAll(items, (rows) => db.insertInto('purchase_item').values(rows).execute());
}

/** Gives every seed of a job a patient with a dossier and a voucher of 110 euro for this month, and earlier sales. */
export async function fillWorld(
  db: Database,
  job: JobName,
  seeds: readonly number[],
  now: Date,
  sales: readonly EarlierSale[] = [],
): Promise<void> {
  const spent = new Map<number, Money>();
  for (const { patientId } of sales) spent.set(patientId, (spent.get(patientId) ?? ZERO).plus(SOLD_AMOUNT));
  await fillPatients(db, job, seeds);
  const patientIds = seeds.map((seed) => patientOf(job, seed));
  await fillVouchers(db, patientIds, (id) => spent.get(id) ?? ZERO, now);
  await fillSales(db, sales);
}
