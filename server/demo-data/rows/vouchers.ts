import type { Selectable } from 'kysely';
import { type Day, addDays, lastInstantOf, monthOf } from '#contract/rules/dates.ts';
import { money } from '#contract/rules/money.ts';
import type { VoucherTable } from '#server/database/schema.ts';
import { newVoucher } from '#server/domain/vouchers/new-voucher.ts';
import type { DemoDossier } from './dossiers.ts';
import { seededRandom, seedOf } from '../values/random.ts';

/** A voucher before any spending, with its dossier. */
export interface DemoVoucher {
  readonly row: Selectable<VoucherTable>;
  readonly dossier: DemoDossier;
  readonly isOfThisMonth: boolean;
}

const PAST_MONTHS = 6;
/** A dossier that is no longer approved had its last voucher this many months ago. */
const MONTHS_SINCE_REVOCATION = 2;
const REVOKED_CHANCE = 0.02;

/** The first days of this month and of the past months, in descending order. */
function monthsBefore(today: Day): Day[] {
  const months = [monthOf(today).first];
  while (months.length <= PAST_MONTHS) months.push(monthOf(addDays(months.at(-1) ?? today, -1)).first);
  return months;
}

function earlier(a: Day, b: Day): Day {
  return a < b ? a : b;
}

function lastDayOf({ patient }: DemoDossier, monthsAgo: number, month: Day, today: Day): Day {
  const special = patient.named?.voucher;
  const { last } = monthOf(month);
  if (special === 'about to expire' && monthsAgo === 0) return earlier(addDays(today, 1), last);
  if (special === 'two valid' && monthsAgo === 1) return monthOf(today).last;
  return last;
}

function statusOf(dossier: DemoDossier, monthsAgo: number): VoucherTable['status'] | null {
  const { named } = dossier.patient;
  if (monthsAgo === 0 && named) return named.voucher === 'revoked' ? 'REVOKED' : 'ENABLED';
  if (dossier.row.status !== 'APPROVED' && monthsAgo < MONTHS_SINCE_REVOCATION) return null;
  const random = seededRandom(seedOf('voucher', dossier.row.dossier_id));
  return monthsAgo === 0 && random.chance(REVOKED_CHANCE) ? 'REVOKED' : 'ENABLED';
}

type VoucherDraft = Omit<DemoVoucher, 'row'> & { readonly row: Omit<Selectable<VoucherTable>, 'voucher_id'> };

function voucherOf(dossier: DemoDossier, month: Day, monthsAgo: number, today: Day): VoucherDraft | null {
  const { dossier_id, type, monthly_amount, switch_month: switchMonth } = dossier.row;
  const { birth_date: birthDate, gender } = dossier.patient.row;
  const monthlyAmount = monthly_amount === null ? null : money(monthly_amount);
  const status = statusOf(dossier, monthsAgo);
  const ordinary = newVoucher(dossier_id, { type, birthDate, gender, monthlyAmount }, month);
  const isOnPaper = switchMonth !== null && month < switchMonth;
  if (status === null || ordinary === null || isOnPaper) return null;
  const lastDay = lastDayOf(dossier, monthsAgo, month, today);
  return {
    dossier,
    isOfThisMonth: monthsAgo === 0,
    row: { ...ordinary, status, disabled_at: lastInstantOf(lastDay) },
  };
}

/** The vouchers of this month and of the six months before, by the ceilings of rules §4. */
export function makeVouchers(dossiers: readonly DemoDossier[], today: Day): DemoVoucher[] {
  const months = monthsBefore(today);
  return dossiers
    .flatMap((dossier) => months.map((month, monthsAgo) => voucherOf(dossier, month, monthsAgo, today)))
    .filter((voucher) => voucher !== null)
    .map((voucher, index) => ({ ...voucher, row: { ...voucher.row, voucher_id: index + 1 } }));
}
