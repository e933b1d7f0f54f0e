import { sql } from 'kysely';
import { addDays, type Day, monthOf, romeDay } from '#contract/rules/dates.ts';
import { money } from '#contract/rules/money.ts';
import { writeAudit } from '#server/access-log/audit.ts';
import { readKinds } from '#server/database/dossier-kinds.ts';
import { LOCKS, tryLockUntilCommit } from '#server/database/migrate.ts';
import { isAnyOf } from '#server/database/pool.ts';
import { type Locked, lockRows } from '#server/database/row-locks.ts';
import type { Database, Services } from '#server/services.ts';
import { amountOfMonth, newVoucher } from './vouchers.ts';

const BATCH = 1000;

/** The present month, and on its last day also the next one, so that the new vouchers exist in time. */
function monthsToRenew(now: Date): readonly Day[] {
  const today = romeDay(now);
  return [...new Set([monthOf(today).first, monthOf(addDays(today, 1)).first])];
}

/** The dossiers that get a voucher for a month and have none yet. */
function selectDossiersWithout(db: Database, month: Day) {
  return db
    .selectFrom('dossier')
    .innerJoin('patient', 'patient.patient_id', 'dossier.patient_id')
    .where('dossier.status', '=', 'APPROVED')
    .where('patient.status', '=', 'ENABLED')
    .where((eb) => eb.or([eb('switch_month', 'is', null), eb('switch_month', '<=', month)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('voucher')
            .select('voucher_id')
            .whereRef('voucher.dossier_id', '=', 'dossier.dossier_id')
            .where('month', '=', month),
        ),
      ),
    )
    .orderBy('dossier_id');
}

/** Locks what the vouchers of dossiers rest on: kinds, then patients, then dossiers, as commands do. */
async function lockDossiers(trx: Database, ids: readonly number[]): Promise<Locked<Database>> {
  const dossiers = sql`dossier_id = any(${ids}::bigint[])`;
  const patients = sql`patient_id in (select patient_id from dossier where ${dossiers})`;
  const strength = 'share';
  await lockRows(trx, { table: 'dossier_kind', key: 'kind_id', which: sql`true`, strength });
  await lockRows(trx, { table: 'patient', key: 'patient_id', which: patients, strength });
  return (await lockRows(trx, { table: 'dossier', key: 'dossier_id', which: dossiers, strength })).trx;
}

async function makeVouchers(trx: Locked<Database>, month: Day, ids: readonly number[]): Promise<number> {
  const kinds = new Map((await readKinds(trx)).map((kind) => [kind.code, kind]));
  const dossiers = await selectDossiersWithout(trx, month)
    .select(['dossier_id', 'dossier.type', 'birth_date', 'gender', amountOfMonth(month).as('monthly_amount')])
    .where(isAnyOf('dossier_id', ids))
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

/**
 * Creates the voucher of the present month for every APPROVED dossier of an ENABLED patient, except dossiers on paper
 * (rules §4, §9, design §4), some at a time, so that nobody waits for all. Safe to repeat, and in several processes: one
 * holds the lock, the others do nothing.
 * @returns the number of new vouchers
 */
export async function renewVouchers({ db, now }: Services): Promise<number> {
  let made = 0;
  for (const month of monthsToRenew(now())) {
    for (let after: number | undefined = 0; ;) {
      const next = selectDossiersWithout(db, month).select('dossier_id').where('dossier_id', '>', after).limit(BATCH);
      const ids: readonly number[] = (await next.execute()).map((row) => row.dossier_id);
      after = ids.at(-1);
      if (after === undefined) break;
      const count = await db.transaction().execute(async (trx) => {
        if (!(await tryLockUntilCommit(trx, LOCKS.renewal))) return undefined;
        const vouchers = await makeVouchers(await lockDossiers(trx, ids), month, ids);
        const details = { month, count: vouchers };
        if (vouchers > 0) await writeAudit(trx, { at: now(), action: 'VOUCHERS_RENEWED', details });
        return vouchers;
      });
      if (count === undefined) return made;
      made += count;
    }
  }
  return made;
}
