import * as calls from '#contract/calls/admin/dossiers.ts';
import type { CategoryType } from '#contract/entities/category.ts';
import { monthOf, romeDay } from '#contract/rules/dates.ts';
import { LOCKS } from '#server/database/locks.ts';
import type { DossierTable } from '#server/database/schema.ts';
import { DomainError } from '../../domain-error.ts';
import { requireNoOtherApprovedDossier } from '../require-no-other-approved-dossier.ts';
import { dossiers } from '../resources/dossiers.ts';
import { type RowCommand, rowCommand } from './row-command.ts';
import { setAmount } from './set-amount.ts';
import { swapPaper } from './swap-paper.ts';

type Status = DossierTable['status'];

function changeStatus(from: Status, to: Status): RowCommand['carryOut'] {
  return async (trx, { id, row }) => {
    if (row.status !== from) throw new DomainError('NOT_POSSIBLE');
    if (to === 'APPROVED') await requireNoOtherApprovedDossier(trx, Number(row.patientId), row.type as CategoryType);
    await trx.updateTable('dossier').set({ status: to }).where('dossier_id', '=', id).execute();
    return undefined;
  };
}

export const dossierCommands = [
  rowCommand(calls.approveAdminDossier, () => ({
    resource: dossiers,
    action: 'DOSSIER_APPROVED',
    carryOut: changeStatus('REVOKED', 'APPROVED'),
  })),
  rowCommand(calls.revokeAdminDossier, () => ({
    resource: dossiers,
    action: 'DOSSIER_REVOKED',
    isForSales: true,
    carryOut: changeStatus('APPROVED', 'REVOKED'),
  })),
  rowCommand(calls.setAdminDossierAmount, (_, body) => ({
    resource: dossiers,
    action: 'DOSSIER_AMOUNT_SET',
    lock: LOCKS.renewal,
    carryOut: (trx, target) => setAmount(trx, target, body),
  })),
  rowCommand(calls.switchAdminDossier, (_, { month }) => ({
    resource: dossiers,
    action: 'DOSSIER_SWITCHED',
    async carryOut(trx, { id }) {
      await trx.updateTable('dossier').set({ switch_month: month }).where('dossier_id', '=', id).execute();
    },
  })),
  rowCommand(calls.swapAdminPaper, (_, { sheets }) => ({
    resource: dossiers,
    action: 'PAPER_SWAPPED',
    lock: LOCKS.renewal,
    carryOut: (trx, { id, at }) => swapPaper(trx, id, sheets, { at, month: monthOf(romeDay(at)).first }),
  })),
];
