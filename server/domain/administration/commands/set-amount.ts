import { sql } from 'kysely';
import { addDays, type Day, monthOf, romeDay } from '#contract/rules/dates.ts';
import { money } from '#contract/rules/money.ts';
import type { Database } from '../../context.ts';
import { DomainError } from '../../domain-error.ts';
import { amendVouchers } from '../../vouchers/amend-vouchers.ts';
import { amountOfMonth } from '../../vouchers/amount-of-month.ts';
import type { Target } from './row-command.ts';

/** The monthly amount of a dossier in euro, from a month on. */
interface NewAmount {
  readonly month: Day;
  readonly monthlyAmount: number;
}

/**
 * Sets the monthly amount of a protein-free dossier from a month on, until the next change. Vouchers of past months and
 * of the present month do not change. The transaction must hold the lock of renewals.
 * @throws DomainError NOT_POSSIBLE for a coeliac dossier, INVALID_REQUEST for a past month
 */
export async function setAmount(
  trx: Database,
  { id, row, at }: Target,
  { month, monthlyAmount }: NewAmount,
): Promise<undefined> {
  if (row.type !== 'PROTEIN_FREE') throw new DomainError('NOT_POSSIBLE');
  const underWay = monthOf(romeDay(at));
  if (month < underWay.first) throw new DomainError('INVALID_REQUEST', { field: 'month' });
  const before = amountOfMonth(monthOf(addDays(month, -1)).first);
  const amount = money(monthlyAmount).toFixed();
  const isDossier = sql`dossier.dossier_id = ${id}`;
  const { rows } = await sql<{ amount: string }>`select ${before} as amount from dossier where ${isDossier}`.execute(
    trx,
  );
  await trx.deleteFrom('former_amount').where('dossier_id', '=', id).where('before_month', '>=', month).execute();
  await trx
    .insertInto('former_amount')
    .values(rows.map((former) => ({ dossier_id: id, before_month: month, monthly_amount: former.amount })))
    .execute();
  await trx.updateTable('dossier').set({ monthly_amount: amount }).where('dossier_id', '=', id).execute();
  const later = month > underWay.last ? month : addDays(underWay.last, 1);
  await amendVouchers(isDossier, later).execute(trx);
}
