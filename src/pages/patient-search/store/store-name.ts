import type { Store } from '#contract/entities/store.ts';

/** A store in one line: its name, and where it is. */
export function storeName({ name, companyName, address, streetNumber, city, storeId }: Store): string {
  const street = [address, streetNumber].filter(Boolean).join(' ');
  return [name ?? companyName ?? String(storeId), street, city].filter(Boolean).join(' – ');
}
