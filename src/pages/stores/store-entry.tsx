import { useTranslate } from '@refinedev/core';
import { Link } from 'react-router-dom';
import { NO_VALUE, Value } from '#src/components/display/value.tsx';
import { CHOICE } from './choice.ts';
import { DirectionsLink } from './directions-link.tsx';
import { type DistantCard, formatDistance } from './find-stores.ts';
import { useStoreLink } from './store-links.ts';

interface StoreEntryProps {
  readonly store: DistantCard;
  readonly isChosen: boolean;
}

/**
 * A store on a card or in the list: company name, address, 'INDICAZIONI' and distance (§2). The name is a link that
 * chooses the store.
 */
export function StoreEntry({ store: { card, distance }, isChosen }: StoreEntryProps) {
  const translate = useTranslate();
  const withStore = useStoreLink();
  return (
    <li className="panel store-entry" data-chosen={isChosen}>
      <h3 className="store-entry__title">
        <Link to={withStore(card.key)} state={CHOICE} aria-current={isChosen ? 'true' : undefined}>
          <Value text={card.companyName} />{' '}
          {card.storeName !== undefined && <span className="store-entry__name">{card.storeName}</span>}
        </Link>
      </h3>
      <p className="store-entry__address">{card.address ?? NO_VALUE}</p>
      <p className="store-entry__foot">
        <DirectionsLink store={card} />
        {distance !== null && (
          <span>
            <span className="visually-hidden">{translate('store-locator:distance')} </span>
            <Value text={formatDistance(distance)} />
          </span>
        )}
      </p>
    </li>
  );
}
