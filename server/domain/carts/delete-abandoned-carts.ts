import { sql } from 'kysely';
import type { Database, DbAndClock } from '../context.ts';

const DAY_MS = 24 * 3_600_000;
/** In ms. A command can be executed for ten minutes. */
const COMMANDS_KEPT_MS = 30 * DAY_MS;
/** In ms. The voucher of an older cart has ended, so the cart cannot be bought. */
const CARTS_KEPT_MS = 90 * DAY_MS;

/** Rows per statement, so that each transaction is short. */
const BATCH = 5000;

/**
 * Deletes a batch of commands that were made before an instant.
 * @returns their number
 */
async function deleteCommands(db: Database, before: Date): Promise<number> {
  const oldest = sql`select tx_command_id from tx_command order by tx_command_id limit ${BATCH}`;
  const { numAffectedRows } = await sql`
    delete from tx_command where tx_command_id in (${oldest}) and created_at < ${before}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Examines the next carts that were made before an instant, and deletes those that were not bought.
 * @returns the last examined cart, or null when there is none
 */
async function deleteNextCarts(db: Database, after: number, before: Date): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    with next as (
        select cart_id, created_at from cart where cart_id > ${after} order by cart_id limit ${BATCH}
      ),
      deleted as (
        delete from cart using next
        where cart.cart_id = next.cart_id and next.created_at < ${before}
          and not exists (select from purchase where purchase.cart_id = cart.cart_id)
          and not exists (select from tx_command where tx_command.cart_id = cart.cart_id)
      )
    select max(cart_id) as last from next where created_at < ${before}`.execute(db);
  return rows[0]?.last ?? null;
}

/**
 * Deletes commands that are older than 30 days, and carts that are older than 90 days and were not bought (rules §6).
 * @param after the last cart that an earlier call has examined, or 0
 * @param stop ends it after the present batch
 * @returns the last cart that this call has examined
 */
export async function deleteAbandonedCarts({ db, now }: DbAndClock, after: number, stop: AbortSignal): Promise<number> {
  const before = (ms: number) => new Date(now().getTime() - ms);
  let deleted = BATCH;
  while (deleted > 0 && !stop.aborted) deleted = await deleteCommands(db, before(COMMANDS_KEPT_MS));
  let examined = after;
  while (!stop.aborted) {
    const last = await deleteNextCarts(db, examined, before(CARTS_KEPT_MS));
    if (last === null) break;
    examined = last;
  }
  return examined;
}
