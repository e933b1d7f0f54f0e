import { type Kysely, type Transaction, sql } from 'kysely';
import { lastInstantOf, monthOf, startOfDay } from '#contract/rules/dates.ts';
import { lineTotal, money, sum } from '#contract/rules/money.ts';
import type { Schema } from '#server/database/schema.ts';
import { addMissingEntries } from '#server/ledger/entries.ts';
import * as fixture from './fixture.ts';
import type { FixtureDossier, FixturePurchase } from './fixture-parts.ts';

type Trx = Transaction<Schema>;

/** Tests add rows with ids from here on. */
const FIRST_FREE_ID = 10_000;

const IDENTITIES = {
  asl: 'asl_id',
  business: 'business_id',
  store: 'store_id',
  app_user: 'user_id',
  category: 'category_id',
  manufacturer: 'manufacturer_id',
  product: 'product_id',
  patient: 'patient_id',
  dossier: 'dossier_id',
  voucher: 'voucher_id',
  cart: 'cart_id',
  purchase: 'purchase_id',
} as const;

async function fillPeopleAndPlaces(trx: Trx): Promise<void> {
  const { ASL, BUSINESSES, STORES, USERS } = fixture;
  await trx
    .insertInto('asl')
    .values([
      { asl_id: ASL.sassari, code: '101', name: 'ASL n. 1 di Sassari', ipa_code: 'UFS001', tender_code: 'ES01' },
      { asl_id: ASL.cagliari, code: '108', name: 'ASL n. 8 di Cagliari', ipa_code: 'UFC008', tender_code: 'ES01' },
    ])
    .execute();
  const business = (business_id: number, company_name: string, vat: string, cancel_code_hash: string | null) => ({
    business_id,
    company_name,
    vat,
    fiscal_code: vat,
    address: 'Via Roma 1, Cagliari',
    phone: '070 000000',
    cancel_code_hash,
  });
  await trx
    .insertInto('business')
    .values([
      business(BUSINESSES.aurora, 'Farmacia Aurora', '01234560925', null),
      business(BUSINESSES.bottega, 'Bottega Senza Glutine', '01234570924', fixture.HASHES.cancelCode),
      business(BUSINESSES.corso, 'Emporio del Corso', '01234580923', null),
    ])
    .execute();
  const store = (store_id: number, business_id: number, name: string, city: string) => ({
    store_id,
    business_id,
    code: `PV${store_id}`,
    district_code: 'D1',
    name,
    address: 'Via Garibaldi',
    street_number: '7',
    city,
    latitude: 39.2,
    longitude: 9.1,
  });
  await trx
    .insertInto('store')
    .values([
      store(STORES.auroraCentro, BUSINESSES.aurora, 'Aurora Centro', 'Cagliari'),
      store(STORES.auroraMare, BUSINESSES.aurora, 'Aurora Mare', 'Quartu'),
      store(STORES.bottega, BUSINESSES.bottega, 'Bottega', 'Sassari'),
      store(STORES.corso, BUSINESSES.corso, 'Emporio', 'Nuoro'),
    ])
    .execute();
  const user = (user_id: number, username: string, asl_id: number | null) => ({
    user_id,
    username,
    profile: asl_id === null ? ('BUSINESS' as const) : ('ASL' as const),
    first_name: 'Nome',
    last_name: 'Cognome',
    asl_id,
  });
  await trx
    .insertInto('app_user')
    .values([
      user(1, USERS.aurora, null),
      user(2, USERS.corso, null),
      user(3, USERS.aslSassari, ASL.sassari),
      user(4, USERS.aslCagliari, ASL.cagliari),
      { ...user(5, USERS.region, null), profile: 'OPERATOR' },
      { ...user(6, USERS.districtSassari, ASL.sassari), profile: 'OPERATOR' },
      { ...user(7, USERS.districtCagliari, ASL.cagliari), profile: 'OPERATOR' },
    ])
    .execute();
  await trx
    .insertInto('user_business')
    .values([
      { user_id: 1, business_id: BUSINESSES.aurora },
      { user_id: 1, business_id: BUSINESSES.bottega },
      { user_id: 2, business_id: BUSINESSES.corso },
    ])
    .execute();
}

async function fillProducts(trx: Trx): Promise<void> {
  const { CATEGORIES, MANUFACTURERS, PRODUCTS } = fixture;
  await trx
    .insertInto('category')
    .values([
      { category_id: CATEGORIES.bread, name: 'Pane e sostituti', type: 'CELIAC' },
      { category_id: CATEGORIES.pasta, name: 'Pasta', type: 'CELIAC' },
      { category_id: CATEGORIES.biscuits, name: 'Biscotti e dolci', type: 'CELIAC' },
      { category_id: CATEGORIES.proteinFreePasta, name: 'Pasta aproteica', type: 'PROTEIN_FREE' },
    ])
    .execute();
  await trx
    .insertInto('manufacturer')
    .values([
      { manufacturer_id: MANUFACTURERS.mulino, name: 'Mulino di Sardegna' },
      { manufacturer_id: MANUFACTURERS.grano, name: 'Grano Libero' },
      { manufacturer_id: MANUFACTURERS.aproten, name: 'Dieta Lieve' },
    ])
    .execute();
  for (const { id, name, ean, refPrice, manufacturer, categories } of Object.values(fixture.PRODUCTS)) {
    await trx
      .insertInto('product')
      .values({
        product_id: id,
        name,
        ean1: ean,
        ref_price: refPrice,
        manufacturer_id: manufacturer,
        category_type: id === PRODUCTS.proteinFree.id ? 'PROTEIN_FREE' : 'CELIAC',
      })
      .execute();
    await trx
      .insertInto('product_category')
      .values(categories.map((category_id, position) => ({ product_id: id, category_id, position })))
      .execute();
  }
}

async function fillDossier(trx: Trx, patientId: number, dossier: FixtureDossier): Promise<void> {
  await trx
    .insertInto('dossier')
    .values({
      dossier_id: dossier.id,
      patient_id: patientId,
      asl_id: dossier.asl,
      type: dossier.monthlyAmount === undefined ? 'CELIAC' : 'PROTEIN_FREE',
      status: dossier.status ?? 'APPROVED',
      monthly_amount: dossier.monthlyAmount ?? null,
    })
    .execute();
  for (const { id, month, lastDay, status, initial, residual } of dossier.vouchers) {
    await trx
      .insertInto('voucher')
      .values({
        voucher_id: id,
        dossier_id: dossier.id,
        code: `B-${id}`,
        month,
        status: status ?? 'ENABLED',
        enabled_at: startOfDay(month),
        disabled_at: lastInstantOf(lastDay ?? monthOf(month).last),
        initial_amount: initial,
        residual: residual ?? initial,
      })
      .execute();
  }
}

async function fillPatients(trx: Trx): Promise<void> {
  for (const patient of Object.values(fixture.PATIENTS)) {
    await trx
      .insertInto('patient')
      .values({
        patient_id: patient.id,
        fiscal_code: patient.fiscalCode,
        first_name: patient.firstName,
        last_name: patient.lastName,
        gender: patient.gender,
        birth_date: patient.birthDate,
        otp_mode: patient.hasPin ? 'PIN' : 'NONE',
        status: patient.isEnabled ? 'ENABLED' : 'DISABLED',
        pin_hash: patient.hasPin ? fixture.HASHES.pin : null,
      })
      .execute();
    for (const dossier of patient.dossiers) await fillDossier(trx, patient.id, dossier);
  }
}

/** Inserts a purchase with its cart. */
export async function fillPurchase(trx: Trx, purchase: FixturePurchase): Promise<void> {
  const place = {
    patient_id: purchase.patient.id,
    dossier_id: purchase.dossier,
    voucher_id: purchase.voucher,
    store_id: purchase.store,
    business_id: purchase.business,
    user_id: purchase.user,
    created_at: purchase.at,
  };
  const sold = purchase.items.map(([product, quantity], position) => ({
    names: {
      product_name: product.name,
      ean1: sql<string>`(select ean1 from product where product_id = ${product.id})`,
      manufacturer: sql<string>`(
        select manufacturer.name from product join manufacturer using (manufacturer_id) where product_id = ${product.id}
      )`,
    },
    line: {
      product_id: product.id,
      quantity,
      unit_price: product.refPrice,
      total: lineTotal(quantity, money(product.refPrice)).toFixed(2),
      position,
    },
  }));
  const lines = sold.map(({ line }) => line);
  await trx
    .insertInto('cart')
    .values({ cart_id: purchase.id, ...place, version: lines.length })
    .execute();
  await trx
    .insertInto('cart_item')
    .values(lines.map((line) => ({ cart_id: purchase.id, ...line })))
    .execute();
  await trx
    .insertInto('purchase')
    .values({
      purchase_id: purchase.id,
      cart_id: purchase.id,
      ...place,
      asl_id: purchase.asl,
      items_amount: sum(lines.map((line) => money(line.total))).toFixed(2),
      residual_after: purchase.residualAfter,
      status: purchase.isCancelled === true ? 'CANCELLED' : 'ACTIVE',
      cancelled_at: purchase.isCancelled === true ? new Date(purchase.at.getTime() + 3_600_000) : null,
      parties_id: sql<number>`named_parties(${purchase.store}, ${purchase.asl})`,
    })
    .execute();
  await trx
    .insertInto('purchase_item')
    .values(sold.map(({ names, line }) => ({ purchase_id: purchase.id, ...names, ...line })))
    .execute();
  await addMissingEntries(trx);
}

/** Inserts the fixture into an empty database. */
export async function fillFixture(trx: Trx): Promise<void> {
  await fillPeopleAndPlaces(trx);
  await fillProducts(trx);
  await fillPatients(trx);
  for (const purchase of Object.values(fixture.PURCHASES)) await fillPurchase(trx, purchase);
  for (const [table, column] of Object.entries(IDENTITIES)) {
    await sql`alter table ${sql.ref(table)} alter column ${sql.ref(column)} restart with ${sql.lit(FIRST_FREE_ID)}`.execute(
      trx,
    );
  }
}

/** Tables that keep their rows between tests. */
const KEPT = ['migration', 'key_pair'];

/** Above this size a table is faster truncated than emptied row by row, in bytes. */
const LARGE = 1_000_000;

/**
 * Keeps what all tables and sequences have now, in a schema of its own, with a function that restores it. One statement
 * of it takes a fiftieth of the time of inserting the fixture again.
 */
export async function keepFixture(trx: Trx): Promise<void> {
  await sql`create schema fixture`.execute(trx);
  const { rows: tables } = await sql<{ name: string; columns: string }>`
    select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by table_name`.execute(trx);
  const { rows: sequences } = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = 'public'`.execute(trx);
  const restored = tables.filter(({ name }) => !KEPT.includes(name));
  for (const { name, columns } of restored) {
    await sql.raw(`create table fixture.${name} as select ${columns} from public.${name}`).execute(trx);
  }
  const emptying = restored.map(
    ({ name }) => `if pg_relation_size('public.${name}') > ${LARGE} then truncate public.${name} cascade;
      else delete from public.${name}; end if;`,
  );
  const filling = restored.map(
    ({ name, columns }) =>
      `insert into public.${name} (${columns}) overriding system value select ${columns} from fixture.${name};`,
  );
  const counting: string[] = [];
  for (const { name } of sequences) {
    const { rows } = await sql<{ last: string; used: boolean }>`
      select last_value as last, is_called as used from ${sql.table(name)}`.execute(trx);
    counting.push(...rows.map(({ last, used }) => `perform setval('public.${name}', ${last}, ${used});`));
  }
  // Without triggers: neither what they would refuse nor what they would add.
  await sql
    .raw(
      `create function fixture.restore() returns void language plpgsql as $$ begin
        lock table ${restored.map(({ name }) => `public.${name}`).join(', ')} in access exclusive mode;
        perform set_config('session_replication_role', 'replica', true);
        ${[...emptying, ...filling, ...counting].join('\n')}
      end $$`,
    )
    .execute(trx);
}

/** Empties the database, except for the server's own keys, and inserts the fixture again. */
export async function restoreFixture(db: Kysely<Schema>): Promise<void> {
  await sql`select fixture.restore()`.execute(db);
}
