import pg from 'pg';
import precomputedHashes from '#demo/data/precomputed-hashes.json' with { type: 'json' };
import { COMMON_PIN } from '#demo/describe-demo-data.ts';

/** The size of a nation. The ids of each kind of row are 1 to its number. */
export interface Nation {
  readonly patients: number;
  readonly stores: number;
  /** The first stores belong to business 1, a chain with a fifth of all purchases. */
  readonly chainStores: number;
  /** Each business has one user, with the same id. */
  readonly businesses: number;
  readonly purchases: number;
  readonly products: number;
  /** Authority 1 pays for 16 % of the patients. Each authority has one user, with ids after those of the businesses. */
  readonly authorities: number;
  readonly lines: number;
  readonly months: number;
}

/**
 * @param scale 1 for 250,000 patients with a voucher a month, 10,000 stores, and 5 million purchases a year with 15 million
 * lines
 * @param months how many months it has sold, with the present one
 */
export function nationOf(scale: number, months: number): Nation {
  const part = (whole: number, least: number) => Math.max(least, Math.round(whole * scale));
  return {
    patients: part(250_000, 1000),
    stores: part(10_000, 100),
    chainStores: part(200, 2),
    businesses: part(6000, 60),
    purchases: Math.round((part(5_000_000, 20_000) * months) / 12),
    products: 8000,
    authorities: 100,
    lines: 3,
    months,
  };
}

/** The tables with a row per patient, purchase, line or call. */
const LARGE_TABLES = [
  'patient',
  'dossier',
  'voucher',
  'cart',
  'purchase',
  'purchase_item',
  'ledger_entry',
  'amc_order',
  'amc_order_purchase',
  'tx_command',
  'pin_attempts',
  'audit',
  'consultation',
] as const;

/** The first day of the first month, and the first instant of a later month. */
const firstDayOf = ({ months }: Nation) =>
  `(date_trunc('month', now() at time zone 'Europe/Rome') - interval '${months - 1} months')`;
const startOf = (nation: Nation, month: string) =>
  `((${firstDayOf(nation)} + ${month} * interval '1 month') at time zone 'Europe/Rome')`;
const BUDGET = 124;

function masterData(nation: Nation): string[] {
  const { stores, chainStores, businesses, products, authorities, patients } = nation;
  const letter = (power: number) =>
    `substr('BCDFGLMNPRSTVZ', 1 + (p % ${Math.ceil(patients / 4)} / ${14 ** power}) % 14, 1)`;
  const code = [
    ...[0, 1, 2, 3, 4, 5].map(letter),
    `lpad((p % 90 + 10)::text, 2, '0') || 'A01H50' || (p - 1) / ${Math.ceil(patients / 4)} || 'X'`,
  ].join(' || ');
  return [
    `insert into asl (asl_id, code, name) select n, 'A' || n, 'ASL ' || n from generate_series(1, ${authorities}) n`,
    `insert into business (business_id, company_name, vat, fiscal_code, address)
      select n, 'Farmacia ' || n, lpad(n::text, 11, '0'), lpad(n::text, 11, '0'), 'Via Roma ' || n
      from generate_series(1, ${businesses}) n`,
    `insert into store (store_id, business_id, code, district_code, name, address, street_number, city, latitude, longitude)
      select n, case when n <= ${chainStores} then 1 else 2 + (n - ${chainStores} - 1) % (${businesses} - 1) end,
        'PV' || n, 'D' || n % 9, 'Negozio ' || n, 'Via Garibaldi', n % 99, 'Comune ' || n % 800, 37 + n % 90 / 10.0, 8 + n % 70 / 10.0
      from generate_series(1, ${stores}) n`,
    `insert into app_user (user_id, username, profile, first_name, last_name, asl_id)
      select n, 'utente-' || n, case when n <= ${businesses} then 'BUSINESS' else 'ASL' end, 'Nome', 'Cognome ' || n,
        case when n > ${businesses} then n - ${businesses} end
      from generate_series(1, ${businesses + authorities}) n`,
    `insert into user_business (user_id, business_id) select n, n from generate_series(1, ${businesses}) n`,
    `insert into manufacturer (manufacturer_id, name) select n, 'Forno ' || n from generate_series(1, 200) n`,
    `insert into category (category_id, name, type)
      select n, 'Categoria ' || n, case when n <= 12 then 'CELIAC' else 'PROTEIN_FREE' end from generate_series(1, 24) n`,
    `insert into product (product_id, name, ean1, ref_price, manufacturer_id, category_type)
      select n, (array['Pane', 'Pasta', 'Biscotti', 'Farina', 'Pizza', 'Merendine', 'Riso', 'Grissini'])[1 + n % 8] || ' '
        || (array['casereccio', 'integrale', 'classico', 'di mais', 'al cacao'])[1 + n / 8 % 5] || ' senza glutine ' || n,
        '80' || lpad(n::text, 11, '0'), round(0.8 + n * 37 % 700 / 100.0, 2), 1 + n % 200,
        case when n % 10 = 0 then 'PROTEIN_FREE' else 'CELIAC' end
      from generate_series(1, ${products}) n`,
    `insert into product_category (product_id, category_id, position)
      select product_id, case when category_type = 'CELIAC' then 1 else 13 end + product_id / 10 % 12, 1 from product`,
    `insert into patient (patient_id, fiscal_code, first_name, last_name, gender, birth_date, otp_mode, status, pin_hash)
      select p, ${code}, 'Nome ' || p % 500, 'Cognome ' || p % 9000, case when p % 2 = 0 then 'M' else 'F' end,
        date '1940-01-01' + p * 37 % 29000, case when p % 3 = 0 then 'PIN' else 'NONE' end, 'ENABLED',
        case when p % 3 = 0 then '${precomputedHashes[COMMON_PIN]}' end
      from generate_series(1, ${patients}) p`,
    `insert into dossier (dossier_id, patient_id, asl_id, type, status, monthly_amount)
      select p, p, case when p <= ${patients} * 0.16 then 1
          else 2 + floor((p - 1 - ${patients} * 0.16) * ${authorities - 1} / (${patients} * 0.84)) end,
        case when p % 33 = 0 then 'PROTEIN_FREE' else 'CELIAC' end, 'APPROVED', case when p % 33 = 0 then ${BUDGET} end
      from generate_series(1, ${patients}) p`,
  ];
}

/** Each purchase `n` with its patient `p`, its store and its time. Patients buy near home, evenly over time. */
function sales(nation: Nation): string {
  const { patients, stores, chainStores, purchases } = nation;
  return `(
    select n, p, case when n % 5 = 0 then 1 + (p - 1)::bigint * ${chainStores} / ${patients}
        else ${chainStores} + 1 + ((p - 1)::bigint * ${stores - chainStores} / ${patients} + n % 3) % ${stores - chainStores}
      end::int as store_id,
      ${startOf(nation, '0')} + (now() - interval '1 hour' - ${startOf(nation, '0')}) * (n::float8 / ${purchases}) as at
    from (select n, (1 + n::bigint * 7919 % ${patients})::int as p from generate_series(1, ${purchases}) n) numbered
  )`;
}

const PLACES = (nation: Nation) => `
  insert into parties (
    store_id, asl_id, company_name, vat, fiscal_code, address, store_code, store_name, district_code, street,
    street_number, city, asl_code, asl_name
  )
  select present_parties.* from present_parties
    join (select distinct store_id, asl_id from ${sales(nation)} sale join dossier on dossier_id = p) pair
    using (store_id, asl_id)`;

const CARTS = (nation: Nation) => `
  insert into cart (cart_id, patient_id, dossier_id, voucher_id, store_id, business_id, user_id, created_at)
  select n, p, p, (months.month * ${nation.patients} + p), store_id, business_id, business_id, at
  from ${sales(nation)} sale join store using (store_id)
    join (select month, ${startOf(nation, 'month')} as first, ${startOf(nation, '(month + 1)')} as next
      from generate_series(0, ${nation.months - 1}) month) months on at >= first and at < next`;

const amountOfLine = (k: number, products: number) =>
  `(1 + (cart_id + ${k}) % 2) * round(0.8 + (1 + (cart_id * 7 + ${k} * 31) % ${products}) * 37 % 700 / 100.0, 2)`;

const PURCHASES = ({ lines, products }: Nation) => `
  insert into purchase (purchase_id, cart_id, patient_id, dossier_id, voucher_id, asl_id, store_id, business_id, user_id,
    created_at, items_amount, residual_after, status, cancelled_at, parties_id)
  select cart_id, cart_id, patient_id, dossier_id, voucher_id, asl_id, store_id, business_id, user_id, created_at,
    ${Array.from({ length: lines }, (_, k) => amountOfLine(k + 1, products)).join(' + ')}, 10,
    case when cart_id / 5 % 50 = 0 then 'CANCELLED' else 'ACTIVE' end,
    case when cart_id / 5 % 50 = 0 then created_at + interval '1 hour' end, parties_id
  from cart join dossier using (dossier_id, patient_id) join parties using (store_id, asl_id)`;

const LINES = ({ lines, products, purchases }: Nation) => `
  insert into purchase_item (purchase_id, position, product_id, product_name, quantity, unit_price, total, ean1, manufacturer)
  select n, k, product_id, product.name, 1 + (n + k) % 2, ref_price, (1 + (n + k) % 2) * ref_price, ean1, manufacturer.name
  from generate_series(1, ${purchases}) n cross join generate_series(1, ${lines}) k
    join product on product_id = 1 + (n * 7 + k * 31) % ${products} join manufacturer using (manufacturer_id)`;

const VOUCHERS = (nation: Nation) => `
  insert into voucher (voucher_id, dossier_id, code, month, status, enabled_at, disabled_at, initial_amount, residual)
  select month * ${nation.patients} + p, p, to_char(first, '"BD"YYYYMM-') || lpad(p::text, 8, '0'), first, 'ENABLED',
    ${startOf(nation, 'month')}, ${startOf(nation, '(month + 1)')} - interval '1 second', ${BUDGET}, ${BUDGET} - coalesce(spent, 0)
  from (select month, (${firstDayOf(nation)} + month * interval '1 month')::date as first
      from generate_series(0, ${nation.months - 1}) month) months
    cross join generate_series(1, ${nation.patients}) p
    left join (select voucher_id, sum(items_amount) as spent from purchase where status = 'ACTIVE' group by voucher_id) sold
      on sold.voucher_id = month * ${nation.patients} + p`;

/** All months except the last two are ordered. */
const ORDERS = (nation: Nation) => [
  `insert into amc_order (amc_order_id, business_id, store_id, asl_id, user_id, ordered_at, created_at, amount, esb_status, parties_id)
    select row_number() over (order by month, store_id, asl_id), business_id, store_id, asl_id, business_id,
      next + interval '9 hours', next + interval '9 hours', amount, 'ACCEPTED', parties_id
    from (
      select month, next, business_id, store_id, asl_id, parties_id, sum(items_amount) as amount
      from generate_series(0, ${nation.months - 3}) month,
        lateral (select ${startOf(nation, 'month')} as first, ${startOf(nation, '(month + 1)')} as next) span
        join purchase on created_at >= first and created_at < next and status = 'ACTIVE'
      group by month, next, business_id, store_id, asl_id, parties_id
    ) made`,
  `insert into amc_order_purchase (amc_order_id, purchase_id)
    select amc_order_id, purchase_id from purchase join amc_order using (store_id, asl_id)
    where status = 'ACTIVE' and purchase.created_at < amc_order.created_at - interval '9 hours'
      and purchase.created_at >= (date_trunc('month', amc_order.created_at at time zone 'Europe/Rome') - interval '1 month')
        at time zone 'Europe/Rome'`,
];

/** The entries of all purchases, in the order in which they count, and their sums. */
const LEDGER = [
  `insert into ledger_entry (purchase_id, kind, amount, at, counts_at, sold_at, voucher_id, patient_id, asl_id, business_id,
      store_id, dossier_type, parties_id, user_id)
    select purchase_id, part.kind, part.amount, part.at, part.at, created_at, voucher_id, patient_id, purchase.asl_id,
      business_id, store_id, dossier.type, parties_id, user_id
    from purchase join dossier using (dossier_id, patient_id) cross join lateral (values
      ('SALE', items_amount, created_at), ('CANCELLATION', -items_amount, cancelled_at)
    ) part (kind, amount, at)
    where part.at is not null order by part.at, purchase_id`,
  `insert into ledger_month
    select month_of_rome(counts_at), month_of_rome(sold_at), kind, asl_id, business_id, store_id, dossier_type, count(*),
      sum(amount)
    from ledger_entry group by 1, 2, 3, 4, 5, 6, 7`,
];

/** The derived tables that triggers would fill, and what tells the worker that it has nothing to do. */
const KEPT = [
  `insert into amc_order_month
    select amc_order_id, date_trunc('month', created_at at time zone 'Europe/Rome')::date, business_id, count(*)
    from amc_order_purchase join purchase using (purchase_id) group by 1, 2, 3`,
  `insert into job_step (job, part, done_to, stepped_at)
    select 'carts', '', max(cart_id), now() from cart
    union all select 'reconciliation', 'newEntries', max(entry_id), now() from ledger_entry
    union all select 'reconciliation', 'newOrders', max(amc_order_id), now() from amc_order`,
  `insert into reconciliation (is_whole, started_at, ended_at, mismatches) values (true, now(), now(), 0)`,
];

/** For how many months the access log and the audit are kept. */
const KEPT_MONTHS = { consultation: 24, audit: 120 } as const;
const since = (months: number) => `now() - interval '${months} months'`;

/** The tables of the months of records. */
const MONTHS_OF_RECORDS = Object.entries(KEPT_MONTHS).map(
  ([table, months]) => `select make_record_month('${table}', month_of_rome(month))
    from generate_series(${since(months)}, now(), interval '1 month') as month`,
);

/** What each sale leaves behind beside its money: two commands, five accesses, six entries of the audit. */
const RECORDS = [
  `insert into tx_command (kind, user_id, business_id, patient_id, voucher_id, store_id, cart_id, cart_version,
      purchase_id, otp_required, created_at, expires_at, executed_at)
    select part.kind, user_id, business_id, patient_id, voucher_id, store_id, nullif(cart_id, part.made), 1,
      null, patient_id % 3 = 0, created_at, created_at + interval '5 minutes', created_at
    from cart cross join lateral (values ('CREATE_CART', cart_id), ('PURCHASE', 0)) part (kind, made)`,
  `insert into pin_attempts (patient_id, business_id, failures)
    select distinct patient_id, business_id, 1 from cart where patient_id % 3 = 0`,
  `insert into consultation (at, user_id, business_id, store_id, patient_id, call, trace)
    select created_at, user_id, business_id, store_id, patient_id, call, md5(cart_id::text)
    from cart cross join unnest(array['patients.search', 'carts.check', 'carts.execute', 'purchases.check',
      'purchases.downloadReceipt']) call
    where created_at > ${since(KEPT_MONTHS.consultation)} order by created_at`,
  `insert into audit (at, action, user_id, business_id, patient_id, voucher_id, cart_id, trace)
    select created_at, action, user_id, business_id, patient_id, voucher_id, cart_id, md5(cart_id::text)
    from cart cross join unnest(array['CART_CREATED', 'CART_LINE_PUT', 'CART_LINE_PUT', 'CART_LINE_PUT',
      'PURCHASE_CHECKED', 'PURCHASE_MADE']) action
    where created_at > ${since(KEPT_MONTHS.audit)} order by created_at`,
];

/** Above the ids of a nation. Each table starts at its own multiple, so that an id is known by its number. */
const FIRST_FREE_ID = 10_000_000;

const QUICK = `set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '512MB'`;

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(QUICK);
  return client;
}

async function runAll(clients: readonly pg.Client[], statements: readonly string[]): Promise<void> {
  const left = [...statements];
  const take = async (client: pg.Client): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await client.query(next);
  };
  await Promise.all(clients.map(take));
}

/**
 * Drops the indexes of the large tables and returns their definitions. Keeps those of constraints, in whose order the
 * rows come.
 */
async function dropIndexes(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [LARGE_TABLES],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  // That of a table in months says that it is of no month.
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '));
}

async function setSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('select setval(%L, %s)', pg_get_serial_sequence(table_name, column_name),
       row_number() over () * ${FIRST_FREE_ID}) as statement
     from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`,
  );
  for (const { statement } of rows) await client.query(statement);
}

/** Fills an empty migrated database. Triggers, foreign keys and indexes are off meanwhile and restored at the end. */
export async function fillNation(url: string, nation: Nation, onStep: (step: string) => void): Promise<void> {
  const clients = [await connect(url), await connect(url)] as const;
  const [first, second] = clients;
  const indexes = await dropIndexes(first);
  for (const statement of masterData(nation)) await first.query(statement);
  onStep('patients, stores and products');
  await first.query('analyze');
  const lines = second.query(LINES(nation));
  await first.query(PLACES(nation));
  await first.query(CARTS(nation));
  await first.query('analyze cart, parties');
  await first.query(PURCHASES(nation));
  await first.query('analyze purchase');
  onStep('purchases');
  await first.query(VOUCHERS(nation));
  for (const statement of [...LEDGER, ...ORDERS(nation)]) await first.query(statement);
  await lines;
  onStep('lines, vouchers and AMC orders');
  for (const statement of MONTHS_OF_RECORDS) await first.query(statement);
  await runAll(clients, RECORDS);
  onStep('commands, accesses and audit');
  await runAll(clients, KEPT);
  await runAll(clients, indexes);
  await setSequences(first);
  onStep('indexes');
  await runAll(
    clients,
    [...LARGE_TABLES].reverse().map((table) => `vacuum (freeze, analyze) ${table}`),
  );
  await first.query('vacuum analyze');
  onStep('statistics');
  await Promise.all(clients.map((client) => client.end()));
}

/** The number of rows of each large table. */
export async function countLargeTables(url: string, least: number): Promise<ReadonlyMap<string, number>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string; count: number }>(
    `select relname as name, reltuples::int as count from pg_class
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and reltuples >= $1 order by reltuples desc`,
    [least],
  );
  await client.end();
  return new Map(rows.map(({ name, count }) => [name, count]));
}
