import { sql } from 'kysely';
import type { PurchaseStatus } from '#contract/calls/purchases.ts';
import type { StoredVoucherStatus } from '#contract/entities/patient.ts';
import { addDays, monthOf, romeDay } from '#contract/rules/dates.ts';
import { money, type Money } from '#contract/rules/money.ts';
import { writeAudit } from '#server/access-log/audit.ts';
import type { Clocks } from '#server/database/clock.ts';
import { lockJoined, type Locked } from '#server/database/row-locks.ts';
import { addEntry, instantInOpenMonth } from '#server/ledger/entries.ts';
import { requireUser } from '#server/reference/stores.ts';
import {
  type Answering,
  createCommand,
  executeCommand,
  type Execution,
  type OfPatient,
  type TxCommand,
} from '#server/sale/commands.ts';
import { lockVoucher, refund } from '#server/sale/spending.ts';
import { DomainError } from '#server/domain-error.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';
import { findPurchase, lockPurchase, type StoredPurchase } from './purchase.ts';

/** The facts that decide whether a purchase may be cancelled. */
interface CancellationFacts {
  readonly status: PurchaseStatus;
  readonly createdAt: Date;
  /** Whether it is in an AMC order that was not rejected. */
  readonly isOrdered: boolean;
}

/** The facts that decide whether a purchase may be cancelled or recreated. */
interface CancelableFacts extends CancellationFacts {
  readonly voucher: {
    readonly status: StoredVoucherStatus;
    /** The last instant of the voucher's validity. */
    readonly disabledAt: Date;
    /** The residual of the voucher in euro. */
    readonly residual: Money;
  };
}

/** The number of days after the end of a month in which its purchases may still be cancelled. */
const CANCELLATION_DAYS = 5;

/**
 * Whether a purchase may be cancelled: it is ACTIVE, it is in no AMC order except a rejected one, and its month has not
 * ended more than `CANCELLATION_DAYS` days ago (rules §6).
 */
export function mayBeCancelled(facts: CancellationFacts, at: Date): boolean {
  const { last } = monthOf(romeDay(facts.createdAt));
  return facts.status === 'ACTIVE' && !facts.isOrdered && romeDay(at) <= addDays(last, CANCELLATION_DAYS);
}

/**
 * The field `cancelable` (rules §6). For an ACTIVE purchase: whether it may be cancelled. For a CANCELLED one: whether
 * it may be recreated, because its voucher is ENABLED, not expired and not spent completely.
 */
export function isCancelable(facts: CancelableFacts, at: Date): boolean {
  if (facts.status === 'ACTIVE') return mayBeCancelled(facts, at);
  const { status, disabledAt, residual } = facts.voucher;
  return status === 'ENABLED' && at <= disabledAt && residual.gt(0);
}

/**
 * Requires that a locked purchase may be cancelled now. AMC orders lock their purchases too, so no purchase is
 * both cancelled and ordered. For that reason this statement reads the orders, and the database's clock, after the locks.
 * @returns when that is
 * @throws DomainError PURCHASE_NOT_CANCELABLE
 */
async function requireCancelable(
  trx: Database,
  purchase: Locked<StoredPurchase>,
  clock: Clocks['clock'],
): Promise<Date> {
  const { is_ordered: isOrdered, at } = await trx
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb
            .selectFrom('amc_order_purchase')
            .where('purchase_id', '=', purchase.purchase_id)
            .where('released_at', 'is', null),
        )
        .as('is_ordered'),
      clock().as('at'),
    ])
    .executeTakeFirstOrThrow();
  const facts = { status: purchase.status, createdAt: purchase.created_at, isOrdered: Boolean(isOrdered) };
  if (!mayBeCancelled(facts, at)) throw new DomainError('PURCHASE_NOT_CANCELABLE');
  return at;
}

async function hasCancelCode(db: Database, businessId: number): Promise<boolean> {
  const { cancel_code_hash: hash } = await db
    .selectFrom('business')
    .select('cancel_code_hash')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  return hash !== null;
}

/**
 * First phase of a cancellation: checks that the purchase may be cancelled, and whether the business has a confirmation
 * code (§4, rules §6).
 * @param answer creates the response; if it throws, nothing is recorded
 * @throws DomainError PURCHASE_NOT_FOUND, PURCHASE_NOT_CANCELABLE
 */
export function checkCancellation<Answer>(
  services: Services,
  principal: BusinessPrincipal,
  purchaseId: number,
  answer: Answering<TxCommand & OfPatient, Answer>,
): Promise<Answer> {
  return services.db.transaction().execute(async (trx) => {
    const purchase = await lockPurchase(trx, principal, purchaseId);
    await requireUser(trx, principal);
    // The command locks these rows, too, but in another order.
    const named = sql`patient cross join store join business using (business_id)
      where patient_id = ${purchase.patient_id} and store_id = ${purchase.store_id}`;
    await lockJoined(trx, named);
    const at = await requireCancelable(trx, purchase, services.clock);
    const subject = {
      kind: 'CANCEL',
      patientId: purchase.patient_id,
      voucherId: purchase.voucher_id,
      storeId: purchase.store_id,
      purchaseId: purchase.purchase_id,
      otpRequired: await hasCancelCode(trx, principal.businessId),
    } as const;
    const command = await createCommand(trx, principal, subject, at);
    await writeAudit(trx, {
      at,
      action: 'CANCELLATION_CHECKED',
      by: principal,
      patientId: purchase.patient_id,
      voucherId: purchase.voucher_id,
      purchaseId: purchase.purchase_id,
      details: { ...command },
    });
    return answer({ ...command, patientId: purchase.patient_id }, trx);
  });
}

/** The response to a cancellation (§7). */
interface CancelledPurchase extends OfPatient {
  readonly purchaseId: number;
  readonly status: 'CANCELLED';
}

/**
 * Second phase of a cancellation: refunds the amount to the voucher, at most once. The cancellation is a correcting
 * entry with its own time, which is after the last lock; the purchase keeps its date and amount (rules §6). The rows are
 * locked in the order user, command, patient, business, purchase, voucher. Triggers refuse what `executePurchase` names.
 * @param answer creates the response; if it throws, nothing is cancelled
 * @throws DomainError PURCHASE_NOT_FOUND, PURCHASE_NOT_CANCELABLE, and as `requireUser` and `executeCommand`
 */
export async function executeCancellation<Answer>(
  services: Services,
  principal: BusinessPrincipal,
  purchaseId: number,
  execution: Execution,
  answer: Answering<CancelledPurchase, Answer>,
): Promise<Answer> {
  const { purchase_id: ownId } = await findPurchase(services.db, principal, purchaseId);
  const target = { kind: 'CANCEL', purchaseId: ownId } as const;
  return executeCommand(services, principal, target, execution, async (trx, command) => {
    const purchase = await lockPurchase(trx, principal, ownId);
    const voucher = await lockVoucher(trx, purchase.voucher_id);
    await requireUser(trx, principal);
    const at = await requireCancelable(trx, purchase, services.clock);
    const status = 'CANCELLED';
    const countsAt = instantInOpenMonth(purchase.asl_id, purchase.business_id, at);
    await trx
      .updateTable('purchase')
      .set({ status, cancelled_at: countsAt })
      .where('purchase_id', '=', ownId)
      .execute();
    const residual = await refund(trx, voucher, money(purchase.items_amount));
    await writeAudit(trx, {
      at,
      action: 'PURCHASE_CANCELLED',
      by: principal,
      patientId: purchase.patient_id,
      voucherId: purchase.voucher_id,
      purchaseId: ownId,
      details: {
        txCommandId: command.tx_command_id,
        itemsAmount: purchase.items_amount,
        residualAfter: residual.toFixed(),
      },
    });
    await addEntry(trx, ownId, 'CANCELLATION', { at, userId: principal.userId });
    return answer({ purchaseId: ownId, status, patientId: purchase.patient_id }, trx);
  });
}
