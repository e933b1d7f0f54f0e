import { sql } from 'kysely';
import { addDays, type Day, monthOf, romeDay } from '#contract/rules/dates.ts';
import { countFindings } from '#server/ledger/findings.ts';
import { countMismatches } from '#server/ledger/mismatches.ts';
import { readSpending } from '#server/ledger/spending.ts';
import { hasPower } from '#server/patients/power.ts';
import type { Principal, Services } from '#server/services.ts';

/** The months before this one with entries and without a closing for all businesses, the oldest first. */
async function readMonthsToClose({ db }: Services, { aslId }: Principal, month: Day) {
  const ofOffice = aslId === null ? sql`` : sql`and asl_id = ${aslId}`;
  const open = sql<{ aslId: number; month: Day; count: string }>`
    select asl_id as "aslId", month::text as month, count(*) over () as count
    from (select distinct asl_id, month from ledger_month where month < ${month}::date ${ofOffice}) worked
    where not exists (
      select from month_closing closed
      where closed.asl_id = worked.asl_id and closed.month = worked.month and closed.business_id is null
    )
    order by month, asl_id limit 1`;
  const { rows } = await open.execute(db);
  const [oldest] = rows;
  return {
    monthsToClose: Number(oldest?.count ?? 0),
    ...(oldest && { oldestToClose: { aslId: oldest.aslId, month: oldest.month } }),
  };
}

async function countLockedPins({ db, now }: Services, { aslId }: Principal): Promise<number> {
  const ofOffice = aslId === null ? sql`` : sql`and ${hasPower(aslId)}`;
  const { rows } = await sql<{ count: string }>`select count(distinct patient_id) as count
    from pin_attempts join patient using (patient_id)
    where otp_mode = 'PIN' and locked_until > ${now()}::timestamptz ${ofOffice}`.execute(db);
  return Number(rows[0]?.count);
}

async function countImportsToStart({ db }: Services): Promise<number> {
  const { count } = await db
    .selectFrom('import_run')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('state', '=', 'CHECKED')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What waits for an operator: of an office what its authority pays, of the region everything. */
export async function readOverview(services: Services, principal: Principal) {
  const month = monthOf(romeDay(services.now())).first;
  const before = monthOf(addDays(month, -1)).first;
  const spending = await readSpending(services, principal, { monthStart: month, monthEnd: month, by: 'month' });
  return {
    month,
    spending: spending.total,
    purchases: spending.purchases.count,
    ...(await readMonthsToClose(services, principal, month)),
    mismatches: await countMismatches(services, principal, before),
    findings: await countFindings(services, principal, { monthStart: before, monthEnd: month }),
    lockedPins: await countLockedPins(services, principal),
    ...(principal.aslId === null && { importsToStart: await countImportsToStart(services) }),
  };
}
