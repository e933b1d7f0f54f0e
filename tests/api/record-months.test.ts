import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepRecordMonths, writeAudit } from '#server/access-log/audit.ts';
import { writeConsultation } from '#server/access-log/consultations.ts';
import { createLogger } from '#server/http/logs.ts';
import type { Principal } from '#server/services.ts';
import { startWorker } from '#server/worker.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from './support/harness.ts';
import { untilWaiting } from './support/until-waiting.ts';

const NEVER = new AbortController().signal;
const BOTH = ['audit', 'consultation'] as const;
const SOMEBODY: Principal = {
  ...{ userId: 1, username: 'anna', profile: 'BUSINESS', businessId: 1, aslId: null, sessionId: '' },
  ...{ call: 'patients.search', address: '127.0.0.1', trace: 't' },
};

let server: TestServer;

/** Writes a record at an instant into both tables, as the server does. */
async function record(at: Date): Promise<void> {
  await writeAudit(server.services.db, { at, action: 'SIGNED_IN', by: SOMEBODY });
  await writeConsultation(server.services.db, SOMEBODY, [1], { at });
}

/** An instant of the database, in SQL. */
async function instant(words: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${sql.raw(words)} as at`.execute(server.db);
  return rows[0]?.at ?? new Date(Number.NaN);
}

/** In which table each record is, the oldest first. */
async function placesOf(table: (typeof BOTH)[number]): Promise<readonly string[]> {
  const { rows } = await sql<{ place: string }>`
    select relname as place from ${sql.table(table)} as t join pg_class on pg_class.oid = t.tableoid order by at`.execute(
    server.db,
  );
  return rows.map(({ place }) => place);
}

async function monthsOf(table: (typeof BOTH)[number]): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_inherits
    join pg_class on pg_class.oid = inhrelid where inhparent = ${table}::regclass order by relname`.execute(server.db);
  return rows.map(({ name }) => name);
}

async function dropMonths(): Promise<void> {
  for (const table of BOTH) {
    for (const name of await monthsOf(table)) {
      const isRest = name.endsWith('_rest');
      await (isRest ? sql`delete from records.${sql.ref(name)}` : sql`drop table records.${sql.ref(name)}`).execute(
        server.db,
      );
    }
  }
}

const makeMonths = (at: string, most: number | null = null) =>
  sql`select make_record_months(${at}::timestamptz, ${most}::bigint)`.execute(server.db);

describeOnEachDatabase('months of records', (database) => {
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  afterAll(() => server.close());
  beforeEach(dropMonths);

  test('rules §4 records: a new database has a table for this month and the next three', async () => {
    await makeMonths('2026-11-28T12:00:00Z');
    for (const table of BOTH) {
      const months = ['2026_11', '2026_12', '2027_01', '2027_02', 'rest'];
      expect(await monthsOf(table)).toEqual(months.map((month) => `${table}_${month}`));
    }
  });

  test.each([
    ['2027-03-31T21:59:59.999Z', '2027_03', 'the last moment of a summer month of Rome'],
    ['2027-03-31T22:00:00Z', '2027_04', 'the first'],
    ['2027-01-31T22:59:59.999Z', '2027_01', 'the last of a winter month'],
    ['2027-01-31T23:00:00Z', '2027_02', 'the first'],
  ])('rules §4 records: what is of %s goes to %s: %s', async (at, month) => {
    await makeMonths('2027-01-10T12:00:00Z');
    await record(new Date(at));
    for (const table of BOTH) expect(await placesOf(table)).toEqual([`${table}_${month}`]);
  });

  test('rules §4 records: the months turn, and none is made twice', async () => {
    for (const at of ['2026-11-30T22:59:59Z', '2026-11-30T23:00:00Z', '2027-02-01T00:00:00Z']) {
      await makeMonths(at);
      await makeMonths(at);
      await record(new Date(at));
    }
    expect(await placesOf('audit')).toEqual(['audit_2026_11', 'audit_2026_12', 'audit_2027_02']);
    expect((await monthsOf('consultation')).slice(-2)).toEqual(['consultation_2027_05', 'consultation_rest']);
  });

  test('rules §4 records: none is refused for want of its month, which takes it over when it is made', async () => {
    const instants = ['2019-02-03T10:00:00Z', '2026-11-28T12:00:00Z', '2026-11-29T12:00:00Z', '2031-05-06T10:00:00Z'];
    for (const at of instants) await record(new Date(at));
    expect(await placesOf('audit')).toEqual(instants.map(() => 'audit_rest'));
    const before = await server.db.selectFrom('audit').selectAll().orderBy('at').execute();
    await makeMonths('2026-11-30T12:00:00Z', 10);
    for (const table of BOTH) {
      const months = ['2019_02', '2026_11', '2026_11', '2031_05'];
      expect(await placesOf(table)).toEqual(months.map((month) => `${table}_${month}`));
    }
    expect(await server.db.selectFrom('audit').selectAll().orderBy('at').execute()).toEqual(before);
    await record(new Date('2031-05-07T10:00:00Z'));
    expect((await placesOf('audit')).at(-1)).toBe('audit_2031_05');
  });

  test('rules §4 records: more than some thousands without a month are left to the owner', async () => {
    await sql`insert into audit (at, action) select now(), 'SIGNED_IN' from generate_series(1, 10001)`.execute(
      server.db,
    );
    await expect(keepRecordMonths(server.services, NEVER)).rejects.toThrow('npm run migrate');
    await makeMonths('now');
    expect(new Set(await placesOf('audit')).has('audit_rest')).toBe(false);
    expect(await keepRecordMonths(server.services, NEVER)).toEqual({ dropped: [], isWaiting: false });
  });

  test.each([
    ['2029-03-31T21:59:59.999Z', 24, null],
    ['2029-03-31T22:00:00Z', 24, '2027_03'],
    ['2029-03-31T22:00:00Z', 25, null],
    ['2037-03-31T21:59:59.999Z', 120, null],
    ['2037-03-31T22:00:00Z', 120, '2027_03'],
  ])('rules §4 records: at %s, of those kept for %s months, it drops %s', async (at, months, dropped) => {
    await makeMonths('2027-04-01T12:00:00Z');
    for (const table of BOTH) await sql`select make_record_month(${table}, '2027-03-01')`.execute(server.db);
    await record(new Date('2027-03-31T21:59:59.999Z'));
    await record(new Date('2027-03-31T22:00:00Z'));
    for (const table of BOTH) {
      const dropping = sql<{ name: string | null }>`
        select drop_record_month(${table}, ${months}::int, ${at}::timestamptz) as name`;
      const { rows } = await dropping.execute(server.db);
      expect(rows).toEqual([{ name: dropped === null ? null : `${table}_${dropped}` }]);
      const left = [...(dropped === null ? [`${table}_2027_03`] : []), `${table}_2027_04`];
      expect(await placesOf(table)).toEqual(left);
    }
  });

  /** Records of the month that has just ended its time, of the one after it, and of now. */
  async function fillOldRecords(months: number): Promise<void> {
    const month = `date_trunc('month', now() at time zone 'Europe/Rome') - interval '${months} months'`;
    await record(await instant(`(${month}) at time zone 'Europe/Rome' - interval '1 ms'`));
    await record(await instant(`(${month}) at time zone 'Europe/Rome'`));
    await record(await instant('now()'));
  }

  test('rules §4 records: accesses end after 24 months and the audit after ten years, by the server’s role', async () => {
    await fillOldRecords(24);
    const { dropped } = await keepRecordMonths(server.services, NEVER);
    expect(dropped).toHaveLength(1);
    expect([await placesOf('consultation'), await placesOf('audit')].map((rows) => rows.length)).toEqual([2, 3]);
    await dropMonths();
    await fillOldRecords(120);
    expect((await keepRecordMonths(server.services, NEVER)).dropped).toHaveLength(3);
    expect([await placesOf('consultation'), await placesOf('audit')].map((rows) => rows.length)).toEqual([1, 2]);
  });

  test('rules §4 records: they end after as many months as are set', async () => {
    await fillOldRecords(36);
    const rules = { ...server.services.rules, recordMonths: { consultation: 37, audit: 36 } };
    expect((await keepRecordMonths({ ...server.services, rules }, NEVER)).dropped).toHaveLength(1);
    expect([await placesOf('consultation'), await placesOf('audit')].map((rows) => rows.length)).toEqual([3, 2]);
  });

  test('rules §4 records: the worker makes and drops the months', async () => {
    await fillOldRecords(24);
    const worker = startWorker(server.services, createLogger('silent'), server.settings.esb);
    await expect.poll(async () => (await placesOf('consultation')).length).toBe(2);
    await worker.stop();
    expect(await placesOf('consultation')).not.toContain('consultation_rest');
  });

  test.each([
    ['consultation', 23],
    ['audit', 23],
    ['audit', 0],
    ['audit', -1],
    ['audit', null],
    ['patient', 24],
    ['ledger_entry', 24],
    [null, 24],
  ])('rules §4 records: the database drops no month of %s for %s', async (table, months) => {
    await fillOldRecords(120);
    await sql`select prepare_records()`.execute(server.services.db);
    const forgetting = sql`select forget_records(${table}, ${months}::int)`.execute(server.services.db);
    await expect(forgetting).rejects.toThrow('24 months');
    expect(await placesOf('audit')).toHaveLength(3);
  });

  test.each(BOTH)(
    'rules §4 records: %s is found by patient and by user in each month, and in those asked for',
    async (table) => {
      await makeMonths('2026-11-28T12:00:00Z');
      const planOf = async (column: 'patient_id' | 'user_id') => {
        const lines = await server.db.transaction().execute(async (trx) => {
          await sql`set local enable_seqscan = off`.execute(trx);
          const query = trx
            .selectFrom(table)
            .selectAll()
            .where(column, '=', 1)
            .where('at', '>=', new Date('2026-12-05T00:00:00Z'))
            .where('at', '<', new Date('2027-01-05T00:00:00Z'));
          return query.explain<{ 'QUERY PLAN': string }>();
        });
        return lines.map((line) => line['QUERY PLAN']).join('\n');
      };
      for (const column of ['patient_id', 'user_id'] as const) {
        const plan = await planOf(column);
        expect(plan.match(new RegExp(`Index Scan using ${table}_\\d{4}_\\d\\d_${column}`, 'g'))).toHaveLength(2);
        expect(plan).not.toContain('rest');
      }
    },
  );
});

describe('months of records beside sales (postgres)', () => {
  beforeAll(async () => {
    server = await startTestServer({ database: 'postgres' });
  });
  afterAll(() => server.close());
  beforeEach(dropMonths);

  test.each(['make_record_month', 'make_record_months', 'drop_record_month'])(
    'rules §4 records: the role of the server may not call %s, nor touch a month',
    async (name) => {
      const { rows } = await sql<{ may: boolean }>`
        select has_function_privilege('voucher_server', oid, 'execute') as may from pg_proc
        where proname = ${name}`.execute(server.db);
      expect(rows).toEqual([{ may: false }]);
      await expect(sql`delete from records.audit_rest`.execute(server.services.db)).rejects.toThrow(
        'permission denied',
      );
    },
  );

  test('rules §4 records: who reads for long keeps a month from being dropped, and nobody who sells waits for a second', async () => {
    await sql`select prepare_records(), make_record_month('audit', '2000-01-01')`.execute(server.db);
    await server.db.transaction().execute(async (reading) => {
      await sql`select from audit`.execute(reading);
      const stop = new AbortController();
      const kept = keepRecordMonths(server.services, stop.signal);
      await untilWaiting(server.db, 1);
      const begun = performance.now();
      await writeAudit(server.services.db, { at: await instant('now()'), action: 'SIGNED_IN' });
      expect(performance.now() - begun).toBeLessThan(1000);
      stop.abort();
      expect((await kept).isWaiting).toBe(true);
      expect(await monthsOf('audit')).toContain('audit_2000_01');
    });
    expect(await keepRecordMonths(server.services, NEVER)).toEqual({ dropped: ['audit_2000_01'], isWaiting: false });
  });

  test('rules §4 records: who writes into its month waits for no other month that is made', async () => {
    await sql`select prepare_records()`.execute(server.db);
    await server.db.transaction().execute(async (making) => {
      await sql`select make_record_month('audit', '2040-01-01'), make_record_month('consultation', '2040-01-01')`.execute(
        making,
      );
      await record(await instant('now()'));
    });
    expect(await monthsOf('consultation')).toContain('consultation_2040_01');
  });

  test('rules §4 records: who writes into the very month that is made waits for it, and is not refused', async () => {
    const write = async () => writeAudit(server.services.db, { at: await instant('now()'), action: 'SIGNED_IN' });
    await write();
    const { writing } = await server.db.transaction().execute(async (making) => {
      await sql`select make_record_month('audit', month_of_rome(now()))`.execute(making);
      const begun = write();
      await untilWaiting(server.db, 1);
      return { writing: begun };
    });
    await writing;
    const { rows } = await sql`select from records.audit_rest`.execute(server.db);
    expect(rows).toEqual([]);
  });

  test('rules §4 records: a rest that is too large keeps no month that is over from being dropped', async () => {
    await sql`select prepare_records(), make_record_month('audit', '2000-01-01')`.execute(server.db);
    await sql`insert into audit (at, action) select timestamptz '1990-01-01', 'SIGNED_IN' from generate_series(1, 10001)`.execute(
      server.db,
    );
    await expect(keepRecordMonths(server.services, NEVER)).rejects.toThrow('without a month');
    expect(await monthsOf('audit')).not.toContain('audit_2000_01');
    await sql`delete from records.audit_rest`.execute(server.db);
  });

  test('rules §4 records: two workers at once make each month once', async () => {
    const both = await Promise.all([
      keepRecordMonths(server.services, NEVER),
      keepRecordMonths(server.services, NEVER),
    ]);
    expect(both.flatMap(({ dropped }) => dropped)).toEqual([]);
    expect(await monthsOf('audit')).toHaveLength(5);
  });
});
