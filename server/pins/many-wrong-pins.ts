import type { Services } from '#server/services.ts';

const HOUR_MS = 3_600_000;

interface WrongPins {
  readonly businessId: number;
  readonly count: number;
}

/** The businesses whose wrong PINs in the last hour reach the alarm limit. */
export async function findBusinessesWithManyWrongPins({ db, now, rules }: Services): Promise<WrongPins[]> {
  const rows = await db
    .selectFrom('audit')
    .select(({ fn }) => ['business_id', fn.countAll<string>().as('count')])
    .where('action', 'in', ['PIN_REFUSED', 'PIN_LOCKED'])
    .where('at', '>', new Date(now().getTime() - HOUR_MS))
    .groupBy('business_id')
    .having(({ fn }) => fn.countAll(), '>=', rules.pin.alarmPerHour)
    .execute();
  return rows.map(({ business_id: businessId, count }) => ({ businessId: Number(businessId), count: Number(count) }));
}
