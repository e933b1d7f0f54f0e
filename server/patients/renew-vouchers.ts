import { sql, type SqlBool } from 'kysely';
import { addDays, type Day, monthOf, romeDay } from '#contract/rules/dates.ts';
import { money } from '#contract/rules/money.ts';
import { writeAudit } from '#server/access-log/audit.ts';
import { readInstant } from '#server/database/clock.ts';
import { LOCKS, lockUntilCommit } from '#server/database/advisory-locks.ts';
import { ALL_KINDS, readKinds } from '#server/database/dossier-kinds.ts';
import { isAnyOf } from '#server/database/pool.ts';
import { type Locked, lockRows } from '#server/database/row-locks.ts';
import { doInSteps, type Reach } from '#server/database/steps.ts';
import type { Database, DbAndClocks } from '#server/services.ts';
import { amountOfMonth, newVoucher } from './vouchers.ts';

/** The present month, and on its last day also the next one, so that the new vouchers exist in time. */
function monthsToRenew(now: Date): readonly Day[] {
  const today = romeDay(now);
  return [...new Set([monthOf(today).first, monthOf(addDays(today, 1)).first])];
}

/** Locks what the vouchers of dossiers rest on: kinds, then patients, then dossiers, as commands do. */
async function lockDossiers(trx: Database, ids: readonly number[]): Promise<Locked<Database>> {
  const dossiers = sql`dossier_id = any(${ids}::bigint[])`;
  const patients = sql`patient_id in (select patient_id from dossier where ${dossiers})`;
  const strength = 'share';
  await lockRows(trx, ALL_KINDS);
  await lockRows(trx, { table: 'patient', key: 'patient_id', which: patients, strength });
  return (await lockRows(trx, { table: 'dossier', key: 'dossier_id', which: dossiers, strength })).trx;
}

/** Makes the vouchers of a month that these dossiers lack and that are due. */
async function makeVouchers(trx: Locked<Database>, month: Day, ids: readonly number[]): Promise<number> {
  const kinds = new Map((await readKinds(trx)).map((kind) => [kind.code, kind]));
  const dossiers = await trx
    .selectFrom('dossier')
    .innerJoin('patient', 'patient.patient_id', 'dossier.patient_id')
    .select(['dossier_id', 'dossier.type', 'birth_date', 'gender', amountOfMonth(month).as('monthly_amount')])
    .where(isAnyOf('dossier_id', ids))
    .where('dossier.status', '=', 'APPROVED')
    .where('patient.status', '=', 'ENABLED')
    .where((eb) => eb.or([eb('switch_month', 'is', null), eb('switch_month', '<=', month)]))
    .where(
      sql<SqlBool>`not exists (
        select from voucher where voucher.dossier_id = dossier.dossier_id and voucher.month = ${month}::date
      )`,
    )
    .orderBy('dossier_id')
    .execute();
  const vouchers = dossiers.flatMap(({ dossier_id, type, monthly_amount, birth_date, gender }) => {
    const monthlyAmount = monthly_amount === null ? null : money(monthly_amount);
    const kind = kinds.get(type);
    const voucher = kind && newVoucher(dossier_id, { kind, birthDate: birth_date, gender, monthlyAmount }, month);
    return voucher ? [voucher] : [];
  });
  if (vouchers.length > 0) await trx.insertInto('voucher').values(vouchers).execute();
  return vouchers.length;
}

/** Makes what these dossiers lack, and returns the number of new vouchers. */
async function renew(trx: Database, services: DbAndClocks, months: readonly Day[], ids: readonly number[]) {
  await lockUntilCommit(trx, LOCKS.renewal);
  const held = await lockDossiers(trx, ids);
  const at = await readInstant(trx, services);
  const due = monthsToRenew(at);
  let made = 0;
  for (const month of months.filter((one) => due.includes(one))) {
    const count = await makeVouchers(held, month, ids);
    if (count > 0) await writeAudit(trx, { at, action: 'VOUCHERS_RENEWED', details: { month, count } });
    made += count;
  }
  return made;
}

/** Looks at the dossiers of which triggers say that a voucher may have become due since their month was renewed. */
async function doRequests(trx: Database, months: readonly Day[], { after, size }: Reach, services: DbAndClocks) {
  const requests = await trx
    .selectFrom('renewal_request')
    .select(['request_id', 'dossier_id'])
    .orderBy('request_id')
    .limit(size)
    .execute();
  if (requests.length === 0) return { upTo: 'over' } as const;
  // Of all dossiers: the months are renewed again.
  if (requests.some(({ dossier_id: id }) => id === null))
    await trx.deleteFrom('job_step').where('job', '=', 'renewal').where('part', '<>', CHANGED).execute();
  const ids = [...new Set(requests.flatMap(({ dossier_id: id }) => id ?? []))];
  const count = ids.length > 0 ? await renew(trx, services, months, ids) : 0;
  const done = requests.map(({ request_id: id }) => id);
  await sql`delete from renewal_request where request_id = any(${done}::bigint[])`.execute(trx);
  return { upTo: after, count };
}

/** The part of the job that looks at what has changed; the others are months. */
const CHANGED = '';

/** Whether there are requests, so that without any nothing is written. */
async function isAnyRequested(db: Database): Promise<boolean> {
  const request = await db.selectFrom('renewal_request').select('request_id').limit(1).executeTakeFirst();
  return request !== undefined;
}

/**
 * Creates the voucher of the present month for every APPROVED dossier of an ENABLED patient, except dossiers on paper
 * (rules §4, §9, design §4). It goes over all dossiers once for each month, and then looks at those alone that have changed.
 * Safe to repeat, and in several processes.
 * @param stop ends it after the present step
 * @returns the number of new vouchers
 */
export async function renewVouchers(services: DbAndClocks, stop: AbortSignal): Promise<number> {
  const months = monthsToRenew(await readInstant(services.db, services));
  let made = 0;
  if (await isAnyRequested(services.db)) {
    const part = { job: 'renewal', part: CHANGED } as const;
    made += (await doInSteps(services, part, stop, (trx, reach) => doRequests(trx, months, reach, services))).count;
  }
  for (const month of months) {
    const renewed = await doInSteps(services, { job: 'renewal', part: month }, stop, async (trx, { after, size }) => {
      const next = trx.selectFrom('dossier').select('dossier_id').where('dossier_id', '>', after);
      const rows = await next.orderBy('dossier_id').limit(size).execute();
      const ids = rows.map((row) => row.dossier_id);
      const last = ids.at(-1);
      return last === undefined ? { upTo: 'done' } : { upTo: last, count: await renew(trx, services, [month], ids) };
    });
    made += renewed.count;
  }
  return made;
}
