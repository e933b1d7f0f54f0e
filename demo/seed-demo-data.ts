import { sql } from 'kysely';
import { romeDay } from '#contract/rules/dates.ts';
import { LOCKS, lockUntilCommit } from '#server/database/advisory-locks.ts';
import type { Schema } from '#server/database/schema.ts';
import { addMissingEntries } from '#server/ledger/entries.ts';
import type { Database, Services } from '#server/services.ts';
import { makeAmcOrders } from './amc-orders.ts';
import { businessRows, storeRows, userBusinessRows, userRows } from './businesses.ts';
import healthAuthorities from './data/health-authorities.json' with { type: 'json' };
import { hashSecrets } from './describe-demo-data.ts';
import { makeDossiers, makePatients, makeVouchers } from './patients.ts';
import { makeCatalogue } from './products.ts';
import { makeParties, makePurchases, type Market, residualAt, salesOn } from './purchases.ts';
import { NEW, type NewRow } from './values.ts';

/** The tables with demonstration data, in an order that satisfies their foreign keys. */
export const DEMO_TABLES = [
  'asl',
  'business',
  'store',
  'parties',
  'app_user',
  'user_business',
  'category',
  'manufacturer',
  'product',
  'product_category',
  'patient',
  'dossier',
  'voucher',
  'cart',
  'cart_item',
  'purchase',
  'purchase_item',
  'amc_order',
  'amc_order_purchase',
  'outbox',
] as const satisfies readonly (keyof Schema)[];

export type DemoTable = (typeof DEMO_TABLES)[number];

export type DemoData = { readonly [T in DemoTable]: readonly NewRow<T>[] };

/**
 * Generates the demonstration data of a first start at an instant. The same instant gives the same rows; the products,
 * companies and people are the same on every day.
 * @param hashOf returns the hash of a demonstration PIN or code
 */
export function generateDemoData(now: Date, hashOf: (secret: string) => string): DemoData {
  const today = romeDay(now);
  const { manufacturers, categories, products, productCategories } = makeCatalogue();
  const stores = storeRows();
  const patients = makePatients(today, hashOf);
  const dossiers = makeDossiers(patients, today);
  const market: Market = { now, stores, products };
  const spent = makeVouchers(dossiers, today).map((voucher) => ({ voucher, sales: salesOn(voucher, market) }));
  const payers = healthAuthorities.map((row) => ({ ...row, version: NEW.version }));
  const companies = businessRows(hashOf);
  const parties = makeParties(stores, companies, payers);
  const purchaseRows = makePurchases(
    spent.flatMap(({ sales }) => sales),
    parties,
    manufacturers,
  );
  const amcOrders = makeAmcOrders(purchaseRows.purchases, stores, now);
  return {
    asl: payers,
    business: companies,
    store: stores,
    parties,
    app_user: userRows(),
    user_business: userBusinessRows(),
    category: categories,
    manufacturer: manufacturers,
    product: products,
    product_category: productCategories,
    patient: patients.map(({ row }) => row),
    dossier: dossiers.map(({ row }) => row),
    voucher: spent.map(({ voucher, sales }) => ({
      ...voucher.row,
      residual: residualAt(voucher, sales, now).toFixed(),
    })),
    cart: purchaseRows.carts,
    cart_item: purchaseRows.cartItems,
    purchase: purchaseRows.purchases,
    purchase_item: purchaseRows.purchaseItems,
    amc_order: amcOrders.orders,
    amc_order_purchase: amcOrders.links,
    outbox: amcOrders.outbox,
  };
}

const BATCH_ROWS = 2000;

/** Inserts rows of one table in batches of thousands; each batch is one JSON parameter. */
async function insertRows(db: Database, table: keyof Schema, rows: readonly object[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  const name = sql.table(table);
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    const json = JSON.stringify(rows.slice(from, from + BATCH_ROWS));
    await sql`insert into ${name} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${name}, ${json}::jsonb)`.execute(db);
  }
}

/** Sets the identity columns of a table to continue after the highest inserted id. */
async function continueIdentity(db: Database, table: keyof Schema): Promise<void> {
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_identity = 'YES'`.execute(db);
  for (const { column_name } of rows) {
    const column = sql.ref(column_name);
    await sql`select setval(pg_get_serial_sequence(${table}, ${column_name}), max(${column}))
      from ${sql.table(table)}`.execute(db);
  }
}

async function isEmpty(db: Database): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not (exists (select from asl) or exists (select from business)
      or exists (select from app_user) or exists (select from patient)) as empty`.execute(db);
  return rows[0]?.empty ?? false;
}

/**
 * Fills an empty database with demonstration data for the present time, in one transaction under a lock. Any other
 * database stays unchanged. Safe at every start and in several processes at once.
 * @param progress receives a line that says what is made, in English
 */
export async function seedDemoData(services: Services, progress: (line: string) => void): Promise<void> {
  if (!(await isEmpty(services.db))) return;
  const hashes = await hashSecrets(services.rules.pin.pepper);
  const data = generateDemoData(services.now(), (secret) => {
    const hash = hashes.get(secret);
    if (hash === undefined) throw new Error('A demonstration PIN or code has no precomputed hash.');
    return hash;
  });
  const { patient, purchase } = data;
  progress(`Making the demonstration data: ${patient.length} patients, ${purchase.length} purchases`);
  await services.db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, LOCKS.demoData);
    if (!(await isEmpty(trx))) return;
    for (const table of DEMO_TABLES) {
      await insertRows(trx, table, data[table]);
      await continueIdentity(trx, table);
    }
    await addMissingEntries(trx);
    // Its user comes from the database.
    await sql`insert into till (store_id, name) select min(store_id), 'Cassa 1' from store`.execute(trx);
  });
}
