import { useTranslate } from '@refinedev/core';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { byDistance } from './cards/distance.ts';
import { searchCards } from './cards/search-cards.ts';
import type { StoreCard } from '#src/components/store-map/store-card.ts';
import { Carousel } from './carousel/carousel.tsx';
import { StoreList } from './list/store-list.tsx';
import { viewFor, wholeView } from '#src/components/store-map/map-view.ts';
import { StoreMap } from '#src/components/store-map/store-map.tsx';
import { useGeolocation } from './nearby/use-geolocation.ts';
import { StorePanel } from './panel/store-panel.tsx';
import { CHOICE } from './choice.ts';
import { SearchForm } from './search-form.tsx';
import { StoreLinks } from './store-links.ts';
import { useLocatorUrl } from './use-locator-url.ts';

/** The stores with search and sort order, in carousel, map and list, which share one choice (§2). */
export function StoreLocator({ cards }: { readonly cards: readonly StoreCard[] }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const url = useLocatorUrl();
  const { own, ask, forget } = useGeolocation();
  /** Set when the user asks for the whole island; a new object each time, so that the map moves again. */
  const [whole, setWhole] = useState<{ readonly instead: string } | null>(null);
  const { chosenKey, withStore, dropStore } = url;
  const search = useDeferredValue(url.search.trim());
  const ownPosition = own.kind === 'known' ? own.position : null;

  const found = useMemo(() => searchCards(cards, search), [cards, search]);
  const ordered = useMemo(() => byDistance(found, ownPosition), [found, ownPosition]);
  const chosen = useMemo(() => cards.find(({ key }) => key === chosenKey) ?? null, [cards, chosenKey]);

  const usual = [chosenKey, search, own.kind].join(' ');
  const requestedWhole = whole?.instead === usual ? whole : null;
  const view = useMemo(() => {
    if (requestedWhole) return wholeView(cards);
    return viewFor({
      chosen,
      own: ownPosition,
      found: search === '' ? null : found,
      ordered: ordered.map(({ card }) => card),
    });
  }, [requestedWhole, cards, chosen, ownPosition, search, found, ordered]);
  const choose = useCallback(
    ({ key }: StoreCard) => void navigate(withStore(key), { state: CHOICE }),
    [navigate, withStore],
  );

  /** The nearest stores replace the chosen store. */
  function askForNearby(): void {
    dropStore();
    ask();
  }

  return (
    <StoreLinks value={withStore}>
      <SearchForm url={url} own={own} nearby={{ ask: askForNearby, forget }} count={found.length} />
      {ordered.length > 0 && <Carousel stores={ordered} chosenKey={chosenKey} />}
      <div className="store-places">
        <StorePanel store={chosen} isUnknown={chosenKey !== null && !chosen} />
        <section>
          <div className="store-places__head">
            <h2>{translate('store-locator:map.title')}</h2>
            <button
              type="button"
              className="button button--secondary store-places__whole"
              onClick={() => setWhole({ instead: usual })}
            >
              {translate('store-locator:map.whole')}
            </button>
          </div>
          <StoreMap cards={found} landmarks={cards} chosen={chosen} own={ownPosition} view={view} onChoose={choose} />
        </section>
      </div>
      {ordered.length > 0 && <StoreList stores={ordered} chosenKey={chosenKey} page={url.page} onTurn={url.setPage} />}
    </StoreLinks>
  );
}
