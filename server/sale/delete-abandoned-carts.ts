import { sql } from 'kysely';
import { readInstant } from '#server/database/clock.ts';
import { lockRows } from '#server/database/row-locks.ts';
import { doInSteps, type Reach, type StepOutcome } from '#server/database/steps.ts';
import type { Database, DbAndClocks } from '#server/services.ts';

const DAY_MS = 24 * 3_600_000;
/** In ms. A command can be executed for ten minutes. */
const COMMANDS_KEPT_MS = 30 * DAY_MS;
/** In ms. The voucher of an older cart has ended, so the cart cannot be bought. */
const CARTS_KEPT_MS = 90 * DAY_MS;

/**
 * Deletes the oldest commands, where they were made before an instant.
 * @returns whether there may be more
 */
async function deleteCommands(trx: Database, before: Date, size: number): Promise<boolean> {
  const oldest = sql`select tx_command_id from tx_command order by tx_command_id limit ${size}`;
  const { numAffectedRows } = await sql`
    delete from tx_command where tx_command_id in (${oldest}) and created_at < ${before}`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * Examines the next carts, up to the first one that was not made before an instant or still has a command, and deletes
 * those that were not bought. Carts that are being bought come first.
 */
async function deleteNextCarts(trx: Database, before: Date, { after, size }: Reach): Promise<StepOutcome> {
  const nextCarts = sql`(select cart_id, created_at from cart where cart_id > ${after} order by cart_id limit ${size}) as cart`;
  const which = sql`cart_id in (select cart_id from ${nextCarts} where created_at < ${before})`;
  const held = await lockRows(trx, { table: 'cart', key: 'cart_id', which, strength: 'update' });
  const { rows } = await sql<{ last: number | null }>`
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
    select max(cart_id) as last from passed`.execute(held.trx);
  return { upTo: rows[0]?.last ?? 'waiting' };
}

/**
 * Deletes commands that are older than 30 days, and carts that are older than 90 days and were not bought (rules §6).
 * Each cart is examined once.
 * @param stop ends it after the present step
 */
export async function deleteAbandonedCarts(services: DbAndClocks, stop: AbortSignal): Promise<void> {
  const at = await readInstant(services.db, services);
  const before = (ms: number) => new Date(at.getTime() - ms);
  await doInSteps(services, { job: 'commands', part: '' }, stop, async (trx, { after, size }) => ({
    upTo: (await deleteCommands(trx, before(COMMANDS_KEPT_MS), size)) ? after : 'over',
  }));
  await doInSteps(services, { job: 'carts', part: '' }, stop, (trx, reach) =>
    deleteNextCarts(trx, before(CARTS_KEPT_MS), reach),
  );
}
