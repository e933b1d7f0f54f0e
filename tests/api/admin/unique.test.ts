import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminAsl } from '#contract/admin/asl.ts';
import { adminBusinesses } from '#contract/admin/businesses.ts';
import { swapAdminPaper, switchAdminDossier } from '#contract/admin/dossiers.ts';
import { adminKinds } from '#contract/admin/kinds.ts';
import { adminPatients } from '#contract/admin/patients.ts';
import { adminCategories, adminManufacturers, adminProducts } from '#contract/admin/products.ts';
import { adminStores } from '#contract/admin/stores.ts';
import { adminTills } from '#contract/admin/tills.ts';
import { adminUsers } from '#contract/admin/users.ts';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { putCartLines } from '#contract/calls/carts.ts';
import type { Call } from '#contract/call.ts';
import { restoreFixture } from '../support/fill-fixture.ts';
import { BUSINESSES, CATEGORIES, PRODUCTS, PURCHASES, STORES, USERS } from '../support/fixture.ts';
import { describeOnEachDatabase, signInAs, startTestServer, type TestServer } from '../support/harness.ts';
import { checkBuying, executeBuying, openCart, put, SALES } from '../support/sale.ts';
import { NEW_BUSINESS, NEW_PATIENT, NEW_PRODUCT, NEW_STORE, NEW_USER } from './rows.ts';

type Body = Readonly<Record<string, unknown>>;

/** A form that makes a row, and what of a second row is that of the first. */
type Form = readonly [call: Call, body: Body, other: Body, field: string];

const KIND = { code: 'NEPHRO', nameIt: 'Insufficienza renale', nameEn: 'Kidney disease', amountBy: 'OWN' };
const ASL_ROW = { code: '199', name: 'ASL di prova' };

/** The constraints that a form reaches: a second row is DUPLICATE, with the field. */
const FORMS: Readonly<Record<string, Form>> = {
  app_user_username_key: [adminUsers.calls.create, NEW_USER, {}, 'username'],
  asl_code_key: [adminAsl.calls.create, ASL_ROW, { name: 'Altra' }, 'code'],
  business_vat_key: [adminBusinesses.calls.create, NEW_BUSINESS, { companyName: 'Altra' }, 'vat'],
  category_name_key: [adminCategories.calls.create, { name: 'Torte', type: 'CELIAC' }, {}, 'name'],
  dossier_kind_code_key: [adminKinds.calls.create, KIND, { nameIt: 'Altro', nameEn: 'Other' }, 'code'],
  dossier_kind_name_en_key: [adminKinds.calls.create, KIND, { code: 'OTHER', nameIt: 'Altro' }, 'nameEn'],
  dossier_kind_name_it_key: [
    adminKinds.calls.create,
    KIND,
    { code: 'OTHER', nameIt: 'INSUFFICIENZA renale', nameEn: 'Other' },
    'nameIt',
  ],
  manufacturer_name_key: [adminManufacturers.calls.create, { name: 'Forno Nuovo' }, {}, 'name'],
  patient_fiscal_code_key: [adminPatients.calls.create, NEW_PATIENT, {}, 'fiscalCode'],
  product_ean1_key: [adminProducts.calls.create, NEW_PRODUCT, { name: 'Altro' }, 'ean1'],
  // The same product by another form of its code.
  product_ean1_gtin_key: [adminProducts.calls.create, NEW_PRODUCT, { ean1: `0${NEW_PRODUCT.ean1}` }, 'ean1'],
  store_code_key: [adminStores.calls.create, NEW_STORE, { name: 'Altro' }, 'code'],
  till_name_store_id_key: [adminTills.calls.create, { name: 'Cassa 3', storeId: STORES.corso }, {}, 'name'],
};

type Answer = readonly [status: number, description?: string | null];

interface Reach {
  readonly server: TestServer;
  readonly region: string;
  readonly shop: string;
}

/** How else a user reaches a constraint, and the answer. */
const CALLS: Readonly<Record<string, (reach: Reach) => Promise<Answer>>> = {
  amc_order_of_purchase: async ({ server, shop }) => {
    const body = { purchasesIds: [PURCHASES.active.id], orderDate: server.services.now().toISOString() };
    await server.call(createAmcOrders, { body }, { token: shop });
    const { status, error } = await server.call(createAmcOrders, { body }, { token: shop });
    return [status, error?.description];
  },
  amc_order_purchase_pkey: async ({ server, shop }) => {
    const purchasesIds = [PURCHASES.active.id, PURCHASES.active.id];
    const body = { purchasesIds, orderDate: server.services.now().toISOString() };
    const { status, error } = await server.call(createAmcOrders, { body }, { token: shop });
    return [status, error?.description];
  },
  cart_item_pkey: async ({ server, shop }) => {
    const cartId = await openCart(server, shop, SALES.withoutPin);
    const line = { code: PRODUCTS.bread.ean, pricePerUnit: 3, quantity: 1 };
    const input = { params: { cartId: Number(cartId) }, body: { lines: [line, line] } };
    const { status, error } = await server.call(putCartLines, input, { token: shop });
    return [status, error?.description];
  },
  paper_sheet_pkey: async ({ server, region }) => {
    const { version } = await server.db
      .selectFrom('dossier')
      .select('version')
      .where('dossier_id', '=', 10)
      .executeTakeFirstOrThrow();
    const params = { id: 10 };
    await server.callOk(switchAdminDossier, { params, body: { version, month: '2026-07-20' } }, { token: region });
    const swap = (number: string, v: number) => {
      const sheets = [{ number, month: '2026-06-01', amount: 5 }];
      return server.call(swapAdminPaper, { params, body: { version: v, sheets } }, { token: region });
    };
    expect((await swap('A1', version + 1)).status).toBe(200);
    const { status, error } = await swap('a 1', version + 2);
    return [status, error?.description];
  },
  product_category_pkey: async ({ server, region }) => {
    const body = { ...NEW_PRODUCT, categoryIds: [CATEGORIES.pasta, CATEGORIES.pasta] };
    return [(await server.call(adminProducts.calls.create, { body }, { token: region })).status];
  },
  purchase_cart_id_key: async ({ server, shop }) => {
    const cartId = await openCart(server, shop, SALES.withoutPin);
    await put(server, shop, cartId, PRODUCTS.bread, 1);
    const commands = [await checkBuying(server, shop, cartId), await checkBuying(server, shop, cartId)];
    const [first, second] = await Promise.all(commands.map((id) => executeBuying(server, shop, cartId, id)));
    const refused = first?.status === 200 ? second : first;
    return [Number(refused?.status), refused?.error?.description];
  },
  user_business_pkey: async ({ server, region }) => {
    const body = { ...NEW_USER, businessIds: [BUSINESSES.corso, BUSINESSES.corso] };
    return [(await server.call(adminUsers.calls.create, { body }, { token: region })).status];
  },
};

const CALLS_ANSWER: Readonly<Record<string, Answer>> = {
  amc_order_of_purchase: [409, 'PURCHASE_ALREADY_ORDERED'],
  amc_order_purchase_pkey: [200, undefined],
  cart_item_pkey: [400, 'INVALID_REQUEST'],
  paper_sheet_pkey: [409, 'SHEET_ALREADY_SWAPPED'],
  product_category_pkey: [200],
  purchase_cart_id_key: [409, 'TRANSACTION_ALREADY_EXECUTED'],
  user_business_pkey: [200],
};

/** Why nobody reaches the others. */
const UNREACHED: Readonly<Record<string, string>> = {
  amc_order_month_pkey: 'a trigger adds to the row',
  cancel_code_attempts_pkey: 'on conflict',
  dossier_approved: 'DOSSIER_ALREADY_APPROVED is judged under the lock of the patient',
  former_amount_pkey: 'on conflict, under the lock of renewals',
  import_line_pkey: 'the server counts the lines of a file',
  job_step_pkey: 'on conflict',
  kept_answer_pkey: 'on conflict',
  ledger_difference_pkey: 'on conflict',
  ledger_entry_purchase_id_kind_key: 'a trigger of the purchase, whose row is locked',
  ledger_month_pkey: 'a trigger adds to the row',
  lookup_pkey: 'on conflict',
  migration_pkey: 'each file runs once, under a lock',
  month_closing_of_asl: 'MONTH_ALREADY_CLOSED is judged under the lock of the month',
  month_closing_of_business: 'MONTH_ALREADY_CLOSED is judged under the lock of the month',
  monthly_wrong_pins_month_asl_id_business_id_user_id_key: 'on conflict',
  outbox_amc_order_id_key: 'one row for each new order',
  outbox_idempotency_key_key: 'the server draws it',
  pin_attempts_pkey: 'on conflict',
  pin_pace_pkey: 'on conflict',
  product_epoch_pkey: 'the only row is made by a migration',
  purchase_item_pkey: 'the server counts the lines of a purchase',
  receipt_key_pkey: 'the only row is made by a migration',
  reconciliation_under_way: 'begun under the lock of reconciliations',
  refresh_token_pkey: 'the row of the former token is locked',
  session_pkey: 'the server draws it',
  sign_on_pkey: 'the server draws it',
  sign_on_saml_request_id_key: 'the server draws it',
  sign_on_session_id_hash_key: 'the server draws it',
  till_user_id_key: 'a trigger makes the user',
  unusual_price_pkey: 'the server counts the lines of a purchase',
  used_assertion_pkey: 'on conflict',
  voucher_code_key: 'the server draws it',
  voucher_dossier_id_month_key: 'made under the lock of renewals',
  key_pair_pkey: 'of the demonstration alone, on conflict',
};

describeOnEachDatabase('unique constraints', (database) => {
  let server: TestServer;
  let region: string;
  let shop: string;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  beforeEach(async () => {
    region = await signInAs(server, USERS.region);
    shop = await signInAs(server, USERS.aurora);
  });
  afterEach(() => restoreFixture(server.db));
  afterAll(() => server.close());

  test('rules §9 unique: each constraint has its answer, or the reason why nobody reaches it', async () => {
    // A number that the database draws is nobody's to choose.
    const { rows } = await sql<{ name: string }>`
      select index.relname as name from pg_index
        join pg_class as index on index.oid = indexrelid
        join pg_class as owner on owner.oid = indrelid
      where indisunique and owner.relnamespace = 'public'::regnamespace and not exists (
        select from pg_attribute where attrelid = owner.oid and attnum = any(indkey) and attidentity <> ''
      ) order by 1`.execute(server.db);
    const named = [...Object.keys(FORMS), ...Object.keys(CALLS), ...Object.keys(UNREACHED)];
    expect(named.sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  test.each(Object.entries(FORMS))('rules §9 unique: %s is DUPLICATE', async (_name, [call, body, other, field]) => {
    const make = (values: Body) => server.call(call, { body: values } as never, { token: region });
    expect((await make(body)).status).toBe(200);
    const second = await make({ ...body, ...other });
    expect([second.status, second.error?.description, second.error?.field]).toEqual([409, 'DUPLICATE', field]);
  });

  test.each(Object.entries(FORMS))('rules §9 unique: %s is DUPLICATE of two at once', async (_name, form) => {
    const [call, body, other] = form;
    const make = (values: Body) => server.call(call, { body: values } as never, { token: region });
    const answers = await Promise.all([make(body), make({ ...body, ...other })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test.each(Object.entries(CALLS))('rules §9 unique: %s is told in words', async (name, call) => {
    expect(await call({ server, region, shop })).toEqual(CALLS_ANSWER[name]);
  });

  test('rules §9 unique: a change is refused as a new row is', async () => {
    const { row } = await server.callOk(adminProducts.calls.create, { body: NEW_PRODUCT }, { token: region });
    const params = { id: Number(row.productId) };
    const body = { ...NEW_PRODUCT, ean1: PRODUCTS.bread.ean, version: row.version };
    const changed = await server.call(adminProducts.calls.update, { params, body }, { token: region });
    expect([changed.status, changed.error?.description, changed.error?.field]).toEqual([409, 'DUPLICATE', 'ean1']);
  });
});
