import type { LocatedBusiness } from '#contract/entities/business.ts';
import type { Store } from '#contract/entities/store.ts';
import { type Position, positionOf } from './position.ts';
import { searchWords } from './search-words.ts';

/** A point of sale as the store locator shows it: on a card, in the list, on the map, in the panel (§2). */
export interface StoreCard {
  /** Tells it apart, in the address of the page too. */
  readonly key: string;
  /** The company; the store's own name where none is known. */
  readonly companyName: string;
  /** The store's own name, where it says more. */
  readonly storeName: string | undefined;
  readonly vat: string | undefined;
  readonly fiscalCode: string | undefined;
  /** Street, number and town in one line. */
  readonly address: string | undefined;
  readonly city: string | undefined;
  readonly phone: string | undefined;
  readonly email: string | undefined;
  readonly workingHours: string | undefined;
  readonly web: string | undefined;
  readonly position: Position | null;
  /** The words by which it is found. */
  readonly words: string;
}

/** What is shown where nothing is known (§3). */
export const ABSENT = '-';

const italian = new Intl.Collator('it', { sensitivity: 'base', numeric: true });

/** The text without blanks around it; absent where nothing is left. */
function present(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
}

function joined(parts: readonly (string | undefined)[], separator: string): string | undefined {
  return present(parts.filter((part) => present(part) !== undefined).join(separator));
}

function storeAddress({ address, streetNumber, city }: Store): string | undefined {
  return joined([joined([address, streetNumber], ' '), city], ', ');
}

/** A card of a company's store; of the company itself where it lists no store. */
function cardOf(business: LocatedBusiness, store: Store | undefined): StoreCard {
  const ownName = present(store?.name);
  const companyName = present(store?.companyName) ?? present(business.companyName) ?? ownName ?? ABSENT;
  const address = (store && storeAddress(store)) ?? present(business.address);
  const city = present(store?.city);
  return {
    key: [business.businessId, ...(store ? [store.storeId] : [])].join('/'),
    companyName,
    storeName: ownName === companyName ? undefined : ownName,
    vat: present(business.vat),
    fiscalCode: present(business.fiscalCode),
    address,
    city,
    phone: present(business.phone),
    email: present(business.email),
    workingHours: present(business.workingHours),
    web: present(business.web),
    position: positionOf(store ? store.coordinates : business.coordinates),
    words: searchWords([companyName, ownName, address, city].join(' ')),
  };
}

/**
 * The cards of the companies, by their names: one for each store, one for a company that lists none (rules §1). What is
 * listed twice is shown once.
 */
export function storeCards(businesses: readonly LocatedBusiness[]): StoreCard[] {
  const cards = businesses.flatMap((business) =>
    business.stores && business.stores.length > 0
      ? business.stores.map((store) => cardOf(business, store))
      : [cardOf(business, undefined)],
  );
  const unique = [...new Map(cards.map((card) => [card.key, card])).values()];
  return unique.toSorted(
    (a, b) => italian.compare(a.companyName, b.companyName) || italian.compare(a.storeName ?? '', b.storeName ?? ''),
  );
}
