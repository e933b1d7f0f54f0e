import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeStartsWith, startsWith } from '#server/domain/administration/conditions.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from '../support/harness.ts';

/** Fields that operators search and sort by, with the index of each. */
const PREFIXES = [
  ['business', startsWith('company_name')('far'), 'business_by_company_name_prefix'],
  ['business', codeStartsWith('vat')('01'), 'business_by_vat_prefix'],
  ['store', startsWith('code')('pv'), 'store_by_code_prefix'],
  ['store', startsWith('name')('aur'), 'store_by_name_prefix'],
  ['store', startsWith('city')('cag'), 'store_by_city_prefix'],
  ['app_user', startsWith('last_name')('cog'), 'app_user_by_last_name_prefix'],
  ['app_user', startsWith('username')('aur'), 'app_user_by_username_prefix'],
  ['product', startsWith('name')('pan'), 'product_by_name_prefix'],
  ['product', codeStartsWith('ean1')('800'), 'product_by_ean_prefix'],
  ['patient', startsWith('last_name')('ros'), 'patient_by_last_name_prefix'],
  ['patient', codeStartsWith('fiscal_code')('RSSMRA'), 'patient_by_fiscal_code_prefix'],
  ['voucher', codeStartsWith('code')('A'), 'voucher_by_code_prefix'],
] as const;
const ORDERS = [
  ['store', 'name', 'store_id', 'store_by_name'],
  ['store', 'city', 'store_id', 'store_by_city'],
  ['app_user', 'last_name', 'user_id', 'app_user_by_last_name'],
  ['product', 'name', 'product_id', 'product_by_any_name'],
  ['product', 'ref_price', 'product_id', 'product_by_any_price'],
  ['patient', 'last_name', 'patient_id', 'patient_by_last_name'],
  ['voucher', 'month', 'voucher_id', 'voucher_by_month'],
] as const;

describeOnEachDatabase('plans of the administration', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  afterAll(() => server.close());

  async function planOf(query: ReturnType<typeof sql>): Promise<string> {
    return server.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      await sql`set local enable_sort = off`.execute(trx);
      await sql`set local enable_bitmapscan = off`.execute(trx);
      const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  }

  test.each(PREFIXES)(
    'rules §9 search: how a text of %s begins is found by an index',
    async (table, condition, index) => {
      const plan = await planOf(sql`select * from ${sql.table(table)} where ${condition}`);
      expect(plan).toMatch(new RegExp(`Index Scan using ${index} .*\\s+Index Cond: .*~>=~`));
    },
  );

  test.each(ORDERS)('rules §9 sort: %s by %s comes from an index', async (table, column, id, index) => {
    const plan = await planOf(
      sql`select * from ${sql.table(table)} order by ${sql.ref(column)} desc, ${sql.ref(id)} desc limit 20`,
    );
    expect(plan).toContain(`Index Scan Backward using ${index}`);
  });
});
