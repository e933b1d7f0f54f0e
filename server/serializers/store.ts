import type { store } from '#contract/entities/store.ts';
import type { Sent } from '#contract/wire.ts';
import type { Store } from '#server/domain/reference/store.ts';

export function serializeStore(from: Store): Sent<typeof store> {
  const { storeId, name, address, streetNumber, city, companyName, latitude, longitude } = from;
  return { storeId, name, address, streetNumber, city, companyName, coordinates: [latitude, longitude] };
}
