import { sql } from 'kysely';
import * as businessCalls from '#contract/admin/businesses.ts';
import * as dossierCalls from '#contract/admin/dossiers.ts';
import * as patientCalls from '#contract/admin/patients.ts';
import * as userCalls from '#contract/admin/users.ts';
import * as voucherCalls from '#contract/admin/vouchers.ts';
import { type Day, monthOf, romeDay } from '#contract/rules/dates.ts';
import { money } from '#contract/rules/money.ts';
import { LOCKS } from '#server/database/advisory-locks.ts';
import { ALL_KINDS } from '#server/database/dossier-kinds.ts';
import type { Locked } from '#server/database/row-locks.ts';
import type { Schema } from '#server/database/schema.ts';
import { isAnonymousCode, takeIdentity } from '#server/patients/anonymise-patients.ts';
import { hashNewSecret } from '#server/pins/issue-pin.ts';
import { forgetAttempts, NO_ATTEMPTS } from '#server/pins/verify-pin.ts';
import { DomainError } from '#server/domain-error.ts';
import type { Database } from '#server/services.ts';
import { businesses } from './resources/index.ts';
import { changeAmounts, dossiers, requireNoOtherApprovedDossier } from './resources/dossiers.ts';
import { patients } from './resources/patients.ts';
import { users } from './resources/users.ts';
import { vouchers } from './resources/vouchers.ts';
import { type RegisteredCommand, rowCommand, type RowCommand, type Target } from './row-command.ts';
import { swapPaper } from './swap-paper.ts';

/** Replaces the hash of the cancellation code and resets the wrong attempts. */
async function putCode(trx: Database, businessId: number, hash: string | null): Promise<undefined> {
  await trx.updateTable('business').set({ cancel_code_hash: hash }).where('business_id', '=', businessId).execute();
  await trx.updateTable('cancel_code_attempts').set(NO_ATTEMPTS).where('business_id', '=', businessId).execute();
}

const businessCommands = [
  rowCommand(businessCalls.setAdminCancelCode, async (services, { code }, principal) => {
    const hash = await hashNewSecret(services, principal, code.reveal());
    return {
      resource: businesses,
      action: 'CANCEL_CODE_SET',
      isForSales: true,
      carryOut: (trx, { id }) => putCode(trx, id, hash),
    };
  }),
  rowCommand(businessCalls.removeAdminCancelCode, () => ({
    resource: businesses,
    action: 'CANCEL_CODE_REMOVED',
    isForSales: true,
    async carryOut(trx, { id, row }) {
      if (row.hasCancelCode !== true) throw new DomainError('NOT_POSSIBLE');
      return putCode(trx, id, null);
    },
  })),
];

/** The monthly amount of a dossier in euro, from a month on. */
interface NewAmount {
  readonly month: Day;
  readonly monthlyAmount: number;
}

/**
 * Sets the monthly amount of a dossier that has its own from a month on, until the next change. Vouchers of past months and
 * of the present month do not change. The transaction must hold the lock of renewals.
 * @throws DomainError NOT_POSSIBLE for a dossier that follows ceilings, INVALID_REQUEST for a past month
 */
async function setAmount(
  trx: Locked<Database>,
  { id, row, at }: Target,
  { month, monthlyAmount }: NewAmount,
): Promise<undefined> {
  if (row.monthlyAmount === null) throw new DomainError('NOT_POSSIBLE');
  if (month < monthOf(romeDay(at)).first) throw new DomainError('INVALID_REQUEST', { field: 'month' });
  const amount = money(monthlyAmount).toFixed();
  const changed = sql`select ${id}::bigint as dossier_id, ${amount}::numeric as amount`;
  await changeAmounts(trx, changed, { month, at, keepsLater: false });
}

type Status = Schema['dossier']['status'];

function changeStatus(from: Status, to: Status): RowCommand['carryOut'] {
  return async (trx, { id, row }) => {
    const isForNobody = to === 'APPROVED' && isAnonymousCode(row.fiscalCode);
    if (row.status !== from || isForNobody) throw new DomainError('NOT_POSSIBLE');
    if (to === 'APPROVED') await requireNoOtherApprovedDossier(trx, Number(row.patientId), String(row.type));
    await trx.updateTable('dossier').set({ status: to }).where('dossier_id', '=', id).execute();
    return undefined;
  };
}

const dossierCommands = [
  rowCommand(dossierCalls.approveAdminDossier, () => ({
    resource: dossiers,
    action: 'DOSSIER_APPROVED',
    carryOut: changeStatus('REVOKED', 'APPROVED'),
  })),
  rowCommand(dossierCalls.revokeAdminDossier, () => ({
    resource: dossiers,
    action: 'DOSSIER_REVOKED',
    isForSales: true,
    carryOut: changeStatus('APPROVED', 'REVOKED'),
  })),
  rowCommand(dossierCalls.setAdminDossierAmount, (_, body) => ({
    resource: dossiers,
    action: 'DOSSIER_AMOUNT_SET',
    restsOn: [ALL_KINDS],
    lock: LOCKS.renewal,
    carryOut: (trx, target) => setAmount(trx, target, body),
  })),
  rowCommand(dossierCalls.switchAdminDossier, (_, { month }) => ({
    resource: dossiers,
    action: 'DOSSIER_SWITCHED',
    async carryOut(trx, { id }) {
      await trx.updateTable('dossier').set({ switch_month: month }).where('dossier_id', '=', id).execute();
      return undefined;
    },
  })),
  rowCommand(dossierCalls.swapAdminPaper, (_, { sheets }) => ({
    resource: dossiers,
    action: 'PAPER_SWAPPED',
    lock: LOCKS.renewal,
    restsOn: [ALL_KINDS],
    carryOut: (trx, { id, at }) => swapPaper(trx, id, sheets, { at, month: monthOf(romeDay(at)).first }),
  })),
];

const userCommands = [
  rowCommand(userCalls.endAdminSessions, () => ({
    resource: users,
    action: 'SESSIONS_ENDED',
    async carryOut(trx, { id, at }) {
      const ended = await trx
        .updateTable('session')
        .set({ ended_at: at })
        .where('user_id', '=', id)
        .where('ended_at', 'is', null)
        .returning('session_id')
        .execute();
      return { sessions: ended.length };
    },
  })),
];

const patientCommands = [
  rowCommand(patientCalls.unlockAdminPin, () => ({
    resource: patients,
    action: 'PIN_UNLOCKED',
    carryOut: async (trx, { id }) => ({ businesses: await forgetAttempts(trx, id) }),
  })),
  rowCommand(patientCalls.anonymiseAdminPatient, () => ({
    resource: patients,
    action: 'PATIENT_ANONYMISED',
    isForSales: true,
    async carryOut(trx, { id, row }) {
      if (row.anonymity !== 'DUE') throw new DomainError(row.anonymity === 'DONE' ? 'NOT_POSSIBLE' : 'PATIENT_NOT_DUE');
      await takeIdentity(trx, id);
      return undefined;
    },
  })),
];

const voucherCommands = [
  rowCommand(voucherCalls.revokeAdminVoucher, () => ({
    resource: vouchers,
    action: 'VOUCHER_REVOKED',
    isForSales: true,
    async carryOut(trx, { id, row }) {
      if (row.status !== 'ENABLED') throw new DomainError('NOT_POSSIBLE');
      await trx.updateTable('voucher').set({ status: 'REVOKED' }).where('voucher_id', '=', id).execute();
      return undefined;
    },
  })),
];

/** The commands that do more than change the fields of a row (rules §9). */
export const rowCommands: readonly RegisteredCommand[] = [
  ...patientCommands,
  ...dossierCommands,
  ...voucherCommands,
  ...businessCommands,
  ...userCommands,
];
