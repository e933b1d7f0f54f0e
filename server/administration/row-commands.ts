import { sql } from 'kysely';
import * as businessCalls from '#contract/calls/admin/businesses.ts';
import * as dossierCalls from '#contract/calls/admin/dossiers.ts';
import * as userCalls from '#contract/calls/admin/users.ts';
import * as voucherCalls from '#contract/calls/admin/vouchers.ts';
import type { CategoryType } from '#contract/entities/category.ts';
import { addDays, type Day, monthOf, romeDay } from '#contract/rules/dates.ts';
import { money } from '#contract/rules/money.ts';
import { writeAudit } from '#server/access-log/audit.ts';
import { LOCKS } from '#server/database/migrate.ts';
import type { DossierTable } from '#server/database/schema.ts';
import { amendVouchers, amountOfMonth } from '#server/patients/vouchers.ts';
import { hashNewSecret } from '#server/pins/issue-pin.ts';
import { NO_ATTEMPTS } from '#server/pins/verify-secret.ts';
import { DomainError } from '#server/domain-error.ts';
import type { Database, DbAndClock } from '#server/services.ts';
import { patientCommands } from './patient-commands.ts';
import { businesses } from './resources/businesses.ts';
import { dossiers, requireNoOtherApprovedDossier } from './resources/dossiers.ts';
import { users } from './resources/users.ts';
import { vouchers } from './resources/vouchers.ts';
import { type RegisteredCommand, rowCommand, type RowCommand, type Target } from './row-command.ts';
import { swapPaper } from './swap-paper.ts';
import { isLastOperator } from './write-row.ts';

/** Replaces the hash of the cancellation code and resets the wrong attempts. */
async function putCode(trx: Database, businessId: number, hash: string | null): Promise<undefined> {
  await trx.updateTable('business').set({ cancel_code_hash: hash }).where('business_id', '=', businessId).execute();
  await trx.updateTable('cancel_code_attempts').set(NO_ATTEMPTS).where('business_id', '=', businessId).execute();
}

const businessCommands = [
  rowCommand(businessCalls.setAdminCancelCode, async (services, { code }, principal) => {
    const hash = await hashNewSecret(services, principal, code);
    return {
      resource: businesses,
      action: 'CANCEL_CODE_SET',
      carryOut: (trx, { id }) => putCode(trx, id, hash),
    };
  }),
  rowCommand(businessCalls.removeAdminCancelCode, () => ({
    resource: businesses,
    action: 'CANCEL_CODE_REMOVED',
    async carryOut(trx, { id, row }) {
      if (row.hasCancelCode !== true) throw new DomainError('NOT_POSSIBLE');
      await putCode(trx, id, null);
    },
  })),
];

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
async function setAmount(
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

type Status = DossierTable['status'];

function changeStatus(from: Status, to: Status): RowCommand['carryOut'] {
  return async (trx, { id, row }) => {
    if (row.status !== from) throw new DomainError('NOT_POSSIBLE');
    if (to === 'APPROVED') await requireNoOtherApprovedDossier(trx, Number(row.patientId), row.type as CategoryType);
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
    lock: LOCKS.renewal,
    carryOut: (trx, target) => setAmount(trx, target, body),
  })),
  rowCommand(dossierCalls.switchAdminDossier, (_, { month }) => ({
    resource: dossiers,
    action: 'DOSSIER_SWITCHED',
    async carryOut(trx, { id }) {
      await trx.updateTable('dossier').set({ switch_month: month }).where('dossier_id', '=', id).execute();
    },
  })),
  rowCommand(dossierCalls.swapAdminPaper, (_, { sheets }) => ({
    resource: dossiers,
    action: 'PAPER_SWAPPED',
    lock: LOCKS.renewal,
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

const voucherCommands = [
  rowCommand(voucherCalls.revokeAdminVoucher, () => ({
    resource: vouchers,
    action: 'VOUCHER_REVOKED',
    async carryOut(trx, { id, row }) {
      if (row.status !== 'ENABLED') throw new DomainError('NOT_POSSIBLE');
      await trx.updateTable('voucher').set({ status: 'REVOKED' }).where('voucher_id', '=', id).execute();
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

/**
 * Disables a user of any profile. A database trigger ends the user's sessions. The command line uses it, because on the
 * screen an operator is needed, and that operator may be the user to disable.
 * @returns the result as a line to print
 * @throws Error for an unknown user, and for the last operator of the region
 */
export async function disableUser({ db, now }: DbAndClock, username: string): Promise<string> {
  try {
    return await db.transaction().execute(async (trx) => {
      const user = await trx
        .selectFrom('app_user')
        .select(['user_id', 'version', 'disabled_at'])
        .where('username', '=', username)
        .forUpdate()
        .executeTakeFirst();
      const at = now();
      if (user === undefined) throw new Error(`No user has the name ${username}.`);
      if (user.disabled_at !== null) return `${username} is disabled already`;
      await trx
        .updateTable('app_user')
        .set({ disabled_at: at, version: user.version + 1 })
        .where('user_id', '=', user.user_id)
        .execute();
      const changes = { disabled: { from: false, to: true } };
      await writeAudit(trx, { at, action: 'ROW_CHANGED', details: { table: 'app_user', id: user.user_id, changes } });
      return `${username} is disabled, and all sessions of ${username} are ended`;
    });
  } catch (error) {
    if (!isLastOperator(error)) throw error;
    const another = 'npm run operator -- --username ANOTHER';
    throw new Error(`${username} is the last operator of the region. Make another one first: ${another}`, {
      cause: error,
    });
  }
}
