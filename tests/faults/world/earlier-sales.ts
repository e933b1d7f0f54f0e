import { startOfDay } from '#contract/rules/dates.ts';
import type { Database } from '#server/domain/context.ts';
import { BUSINESSES, STORES, USERS } from '#tests/api/fixture.ts';
import { type EarlierSale, dayOf, fillWorld, needsSecret, patientOf } from './people.ts';

/** A clerk of the shop that asks for a code when a purchase is cancelled, and of no other. */
const CLERK = { user_id: 900, username: 'seed.bottega' };

const NOON_MS = 12 * 60 * 60 * 1000;
/** Purchases of a seed that are to be ordered. */
export const TO_ORDER = 3;

/** Who cancels in the storm of a seed. */
export function cancellerOf(seed: number): string {
  return needsSecret(seed) ? CLERK.username : USERS.aurora;
}

/** Gives every seed a purchase of this day to cancel. */
export async function fillForCancellations(db: Database, seeds: readonly number[], now: Date): Promise<void> {
  await db
    .insertInto('app_user')
    .values({ ...CLERK, profile: 'BUSINESS', first_name: 'Nome', last_name: 'Cognome', asl_id: null })
    .execute();
  await db.insertInto('user_business').values({ user_id: CLERK.user_id, business_id: BUSINESSES.bottega }).execute();
  const sales = seeds.map((seed): EarlierSale => {
    const place = needsSecret(seed)
      ? { businessId: BUSINESSES.bottega, storeId: STORES.bottega, userId: CLERK.user_id }
      : { businessId: BUSINESSES.aurora, storeId: STORES.auroraCentro, userId: 1 };
    return { patientId: patientOf('cancellation', seed), nth: 0, at: now, ...place };
  });
  await fillWorld(db, 'cancellation', seeds, now, sales);
}

/** Gives every seed three purchases, in two stores, on a day of its own. */
export async function fillForOrders(db: Database, seeds: readonly number[], now: Date): Promise<void> {
  const sales = seeds.flatMap((seed) =>
    Array.from({ length: TO_ORDER }, (_, nth): EarlierSale => {
      const at = new Date(startOfDay(dayOf(seed, now)).getTime() + NOON_MS);
      const storeId = nth === 0 ? STORES.auroraMare : STORES.auroraCentro;
      return { patientId: patientOf('amc-order', seed), nth, businessId: BUSINESSES.aurora, storeId, userId: 1, at };
    }),
  );
  await fillWorld(db, 'amc-order', seeds, now, sales);
}
