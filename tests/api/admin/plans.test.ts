import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { businesses, stores } from '#server/administration/resources/index.ts';
import { patients } from '#server/administration/resources/patients.ts';
import { products } from '#server/administration/resources/products.ts';
import { users } from '#server/administration/resources/users.ts';
import { vouchers } from '#server/administration/resources/vouchers.ts';
import { codeStartsWith, startsWith } from '#server/administration/admin-resource.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from '../support/harness.ts';

/** Fields that operators search and sort by, with the index of each. */
const PREFIXES = [
  ['business', startsWith('company_name')('far'), 'business_by_name'],
  ['business', codeStartsWith('vat')('01'), 'business_vat_key'],
  ['store', startsWith('code')('pv'), 'store_by_code'],
  ['store', startsWith('name')('aur'), 'store_by_name'],
  ['store', startsWith('city')('cag'), 'store_by_city'],
  ['app_user', startsWith('last_name')('cog'), 'app_user_by_last_name'],
  ['app_user', startsWith('username')('aur'), 'app_user_by_username'],
  ['product', startsWith('name')('pan'), 'product_by_any_name'],
  ['patient', startsWith('last_name')('ros'), 'patient_by_last_name'],
  ['patient', codeStartsWith('fiscal_code')('RSSMRA'), 'patient_fiscal_code_key'],
  ['voucher', codeStartsWith('code')('A'), 'voucher_code_key'],
] as const;
const ORDERS = [
  ['business', businesses.sorts.companyName, 'business_by_name'],
  ['store', stores.sorts.name, 'store_by_name'],
  ['store', stores.sorts.code, 'store_by_code'],
  ['store', stores.sorts.city, 'store_by_city'],
  ['app_user', users.sorts.lastName, 'app_user_by_last_name'],
  ['app_user', users.sorts.username, 'app_user_by_username'],
  ['product', products.sorts.name, 'product_by_any_name'],
  ['product', products.sorts.refPrice, 'product_by_any_price'],
  ['patient', patients.sorts.lastName, 'patient_by_last_name'],
  ['voucher', vouchers.sorts.month, 'voucher_by_month'],
] as const;

describeOnEachDatabase('plans of the administration', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  afterAll(() => server.close());

  async function planOf(query: ReturnType<typeof sql>, isOfSeveral = false): Promise<string> {
    return server.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      await sql`set local enable_sort = off`.execute(trx);
      if (!isOfSeveral) await sql`set local enable_bitmapscan = off`.execute(trx);
      const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  }

  test.each(PREFIXES)(
    'rules §9 search: how a text of %s begins is found by an index',
    async (table, condition, index) => {
      const plan = await planOf(sql`select * from ${sql.table(table)} where ${condition}`);
      expect(plan).toMatch(new RegExp(`Index Scan using ${index} .*\\s+Index Cond: .*>=`));
    },
  );

  test('rules §9 search: a code of a product is found by the indexes of all its forms', async () => {
    const plan = await planOf(
      sql`select * from product where ${products.filters.ean1?.('96385074' as never, server.services, undefined as never)}`,
      true,
    );
    for (const index of ['product_ean1_key', 'product_by_pharmacy_code', 'product_ean1_gtin_key'])
      expect(plan).toContain(index);
  });

  test.each(ORDERS)('rules §9 sort: %s by %s comes from an index', async (table, columns, index) => {
    const order = sql.join(
      [columns, `${table.replace('app_', '')}_id`].flat().map((column) => sql`${sql.ref(`${column}`)} desc`),
    );
    const plan = await planOf(sql`select * from ${sql.table(table)} order by ${order} limit 20`);
    expect(plan).toContain(`Index Scan Backward using ${index}`);
  });
});
