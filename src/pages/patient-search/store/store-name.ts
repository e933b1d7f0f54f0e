import type { Store } from '#contract/entities/store.ts';

/** A store in one line: its name, and where it is unless the name says it. */
export function storeName({ name, companyName, address, streetNumber, city, storeId }: Store): string {
  const shownName = name ?? companyName ?? String(storeId);
  const street = [address, streetNumber].filter(Boolean).join(' ');
  const place = city !== undefined && !shownName.includes(city) ? city : '';
  return [shownName, street, place].filter(Boolean).join(' – ');
}
