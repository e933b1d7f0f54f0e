import { sql } from 'kysely';
import { lockRows } from '#server/database/row-locks.ts';
import type { Database, DbAndClock } from '#server/services.ts';

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
 * Examines the next carts, up to the first one that was not made before an instant or still has a command, deletes those
 * that were not bought, and notes how far it has come. Another process may have come further. Carts that are being bought
 * come first.
 * @returns whether there were any
 */
function deleteNextCarts(db: Database, before: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const nextCarts = sql`(select cart_id, created_at from cart
      where cart_id > coalesce((select last_cart_id from cart_examination), 0) order by cart_id limit ${BATCH}) as cart`;
    const which = sql`cart_id in (select cart_id from ${nextCarts} where created_at < ${before})`;
    const held = await lockRows(trx, { table: 'cart', key: 'cart_id', which, strength: 'update' });
    const { numAffectedRows } = await sql`
      with next as (
        select cart_id, cart_id <> all(${held.ids}::bigint[])
          or exists (select from tx_command where tx_command.cart_id = cart.cart_id) as stays
        from ${nextCarts}
      ),
      -- Null where none of the batch stays. Once for all of them, not for each.
      first_to_stay as (select min(cart_id) as cart_id from next where stays),
      passed as (
        select next.cart_id from next cross join first_to_stay
        where first_to_stay.cart_id is null or next.cart_id < first_to_stay.cart_id
      ),
      deleted as (
        delete from cart using passed
        where cart.cart_id = passed.cart_id
          and not exists (select from purchase where purchase.cart_id = cart.cart_id)
      )
      insert into cart_examination (last_cart_id) select max(cart_id) from passed having max(cart_id) is not null
      on conflict (only_row) do update
        set last_cart_id = greatest(cart_examination.last_cart_id, excluded.last_cart_id)`.execute(held.trx);
    return (numAffectedRows ?? 0n) > 0n;
  });
}

/**
 * Deletes commands that are older than 30 days, and carts that are older than 90 days and were not bought (rules §6).
 * Each cart is examined once.
 * @param stop ends it after the present batch
 */
export async function deleteAbandonedCarts({ db, now }: DbAndClock, stop: AbortSignal): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms);
  let deleted = BATCH;
  while (deleted > 0 && !stop.aborted) deleted = await deleteCommands(db, before(COMMANDS_KEPT_MS));
  let isMore = true;
  while (isMore && !stop.aborted) isMore = await deleteNextCarts(db, before(CARTS_KEPT_MS));
}
