import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { restoreFixture } from './support/fill-fixture.ts';
import { PATIENTS, PURCHASES, STORES } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from './support/harness.ts';

const { withPin, withoutPin } = PATIENTS;
const { active } = PURCHASES;
const other = active.patient.id === withPin.id ? withoutPin : withPin;
/** A store of another business than that of the purchase, and a dossier and a voucher of another patient. */
const OTHER = {
  store_id: STORES.corso,
  business_id: 3,
  patient_id: other.id,
  dossier_id: other.dossiers[0]?.id,
  voucher_id: other.dossiers[0]?.vouchers[0]?.id,
};

type Repeated = readonly [table: string, column: keyof typeof OTHER];

/** What repeats a column of others, which it cannot contradict. */
const REPEATED: readonly Repeated[] = [
  ...(['cart', 'purchase'] as const).flatMap((table) =>
    (['store_id', 'business_id', 'patient_id', 'dossier_id', 'voucher_id'] as const).map((column): Repeated => [
      table,
      column,
    ]),
  ),
  ['amc_order', 'store_id'],
  ['amc_order', 'business_id'],
  ['tx_command', 'store_id'],
  ['tx_command', 'business_id'],
  ['tx_command', 'voucher_id'],
];

describeOnEachDatabase('tables', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  beforeEach(async () => {
    const { id, at, voucher, patient, store, business, user } = active;
    await server.db
      .insertInto('tx_command')
      .values({
        kind: 'PURCHASE',
        user_id: user,
        business_id: business,
        patient_id: patient.id,
        voucher_id: voucher,
        store_id: store,
        cart_id: id,
        otp_required: false,
        created_at: at,
        expires_at: at,
      })
      .execute();
    await sql`insert into amc_order (business_id, store_id, asl_id, user_id, parties_id, ordered_at, created_at, amount,
        esb_status)
      select business_id, store_id, asl_id, user_id, parties_id, created_at, created_at, 1, 'PENDING' from purchase
      where purchase_id = ${id}`.execute(server.db);
  });
  afterEach(() => restoreFixture(server.db));
  afterAll(() => server.close());

  async function named(query: ReturnType<typeof sql<{ name: string }>>): Promise<readonly string[]> {
    return (await query.execute(server.db)).rows.map(({ name }) => name);
  }

  test.each(REPEATED)('design §4 tables: %s.%s cannot contradict what it repeats', async (table, column) => {
    const changed = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${OTHER[column]}
      where voucher_id = ${active.voucher} and store_id = ${active.store}`;
    const order = sql`update amc_order set ${sql.ref(column)} = ${OTHER[column]}`;
    await expect((table === 'amc_order' ? order : changed).execute(server.db)).rejects.toThrow('_fkey');
  });

  test('design §4 tables: a patient has one approved dossier of a kind, whoever writes it', async () => {
    const again = sql`insert into dossier (patient_id, asl_id, type, status, monthly_amount)
      select patient_id, asl_id, type, status, monthly_amount from dossier where status = 'APPROVED' limit 1`;
    await expect(again.execute(server.db)).rejects.toThrow('dossier_approved');
  });

  test('design §4 tables: every key is bigint, and whatever refers to one', async () => {
    const keys = sql<{ name: string }>`
      select attrelid::regclass || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and atttypid = 'int4'::regtype
        and (attidentity <> '' or attname like '%\\_id' or exists (
          select from pg_constraint where conrelid = attrelid and contype = 'f' and attnum = any(conkey)))`;
    expect(await named(keys)).toEqual([]);
  });

  test('design §4 tables: every month is a first day', async () => {
    const months = sql<{ name: string }>`
      select attrelid::regclass || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attname ~ 'month$'
        and atttypid = 'date'::regtype and not exists (
          select from pg_constraint where conrelid = attrelid and conkey = array[attnum]
            and pg_get_constraintdef(pg_constraint.oid) = format('CHECK ((EXTRACT(day FROM %s) = (1)::numeric))', attname))`;
    expect(await named(months)).toEqual([]);
    const late = sql`update voucher set month = month + 1`;
    await expect(late.execute(server.db)).rejects.toThrow('voucher_month_check');
  });

  test('design §4 tables: every index compares texts byte by byte', async () => {
    const indexes = sql<{ name: string }>`
      select distinct indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indrelid
        cross join unnest(indcollation) as used (sorted_by)
      where relnamespace = 'public'::regnamespace and sorted_by not in (0, '"C"'::regcollation)`;
    expect(await named(indexes)).toEqual([]);
  });

  test('design §4 tables: a sale grows no index of its voucher', async () => {
    const changed = sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index join pg_attribute on attrelid = indrelid
      where indrelid = 'voucher'::regclass and attname in ('residual', 'initial_amount') and attnum = any(indkey)`;
    expect(await named(changed)).toEqual([]);
    const { rows } = await sql<{ reloptions: string[] }>`
      select reloptions from pg_class where oid = 'voucher'::regclass`.execute(server.db);
    expect(rows).toEqual([{ reloptions: ['fillfactor=80'] }]);
  });
});
