import { addDays, type Day, monthOf, romeDay } from '#contract/rules/dates.ts';
import { money } from '#contract/rules/money.ts';
import { writeAudit } from '#server/access-log/audit.ts';
import { type DossierKind, readKinds } from '#server/database/dossier-kinds.ts';
import { LOCKS, tryLockUntilCommit } from '#server/database/migrate.ts';
import type { Database, Services } from '#server/services.ts';
import { amountOfMonth, newVoucher } from './vouchers.ts';

const BATCH = 1000;

/** The present month, and on its last day also the next one, so that the new vouchers exist in time. */
function monthsToRenew(now: Date): readonly Day[] {
  const today = romeDay(now);
  return [...new Set([monthOf(today).first, monthOf(addDays(today, 1)).first])];
}

function readDossiersWithout(trx: Database, month: Day, after: number) {
  return trx
    .selectFrom('dossier')
    .innerJoin('patient', 'patient.patient_id', 'dossier.patient_id')
    .select(['dossier_id', 'dossier.type', 'birth_date', 'gender', amountOfMonth(month).as('monthly_amount')])
    .where('dossier_id', '>', after)
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
    .orderBy('dossier_id')
    .limit(BATCH)
    .execute();
}

async function renewMonth(trx: Database, month: Day, kinds: ReadonlyMap<string, DossierKind>): Promise<number> {
  let made = 0;
  let dossiers = await readDossiersWithout(trx, month, 0);
  while (dossiers.length > 0) {
    const vouchers = dossiers.flatMap(({ dossier_id, type, monthly_amount, birth_date, gender }) => {
      const monthlyAmount = monthly_amount === null ? null : money(monthly_amount);
      const kind = kinds.get(type);
      const voucher = kind && newVoucher(dossier_id, { kind, birthDate: birth_date, gender, monthlyAmount }, month);
      return voucher ? [voucher] : [];
    });
    if (vouchers.length > 0) await trx.insertInto('voucher').values(vouchers).execute();
    made += vouchers.length;
    dossiers = await readDossiersWithout(trx, month, dossiers.at(-1)?.dossier_id ?? 0);
  }
  return made;
}

/**
 * Creates the voucher of the present month for every APPROVED dossier of an ENABLED patient, except dossiers on paper
 * (rules §4, §9, design §4). Safe to repeat, and in several processes: one holds the lock, the others do nothing.
 * @returns the number of new vouchers
 */
export function renewVouchers(services: Services): Promise<number> {
  const now = services.now();
  return services.db.transaction().execute(async (trx) => {
    if (!(await tryLockUntilCommit(trx, LOCKS.renewal))) return 0;
    const kinds = new Map((await readKinds(trx)).map((kind) => [kind.code, kind]));
    let made = 0;
    for (const month of monthsToRenew(now)) {
      const count = await renewMonth(trx, month, kinds);
      if (count > 0) await writeAudit(trx, { at: now, action: 'VOUCHERS_RENEWED', details: { month, count } });
      made += count;
    }
    return made;
  });
}
