import type { Selectable } from 'kysely';
import { money } from '#contract/rules/money.ts';
import { PREPARED, isAnyOf } from '#server/database/prepared.ts';
import type { VoucherTable } from '#server/database/schema.ts';
import type { Database } from '../context.ts';
import { groupBy } from '#contract/group-by.ts';
import type { VoucherOfPatient } from './patient-row.ts';

function toVoucher(row: Omit<Selectable<VoucherTable>, 'month'>): VoucherOfPatient {
  return {
    voucherId: row.voucher_id,
    code: row.code,
    status: row.status,
    enabledAt: row.enabled_at,
    disabledAt: row.disabled_at,
    initialAmount: money(row.initial_amount),
    residual: money(row.residual),
  };
}

/**
 * The vouchers of the dossiers that are valid at an instant by their dates: ENABLED first, then by expiry (rules §4).
 * @returns a function that gives the vouchers of one dossier, or throws when they cannot be read
 */
export async function readVouchersByDossier(
  db: Database,
  dossierIds: readonly number[],
  at: Date,
): Promise<(dossierId: number) => readonly VoucherOfPatient[]> {
  if (dossierIds.length === 0) return () => [];
  const rows = await db
    .selectFrom('voucher')
    .select(['voucher_id', 'dossier_id', 'code', 'status', 'enabled_at', 'disabled_at', 'initial_amount', 'residual'])
    .where(isAnyOf('dossier_id', dossierIds))
    .where('enabled_at', '<=', at)
    .where('disabled_at', '>=', at)
    .orderBy((eb) => eb.case().when('status', '=', 'ENABLED').then(0).else(1).end())
    .orderBy('disabled_at')
    .orderBy('voucher_id')
    .modifyEnd(PREPARED)
    .execute();
  const byDossier = groupBy(rows, (row) => row.dossier_id);
  return (dossierId) => (byDossier.get(dossierId) ?? []).map(toVoucher);
}
