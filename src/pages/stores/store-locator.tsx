import { useTranslate } from '@refinedev/core';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { useUrlState } from '#src/components/url-state.ts';
import { PlainButton } from '#src/components/plain/plain-button.tsx';
import { type Position, viewFor, wholeView } from '#src/components/store-map/map-view.ts';
import type { StoreCard } from '#src/components/store-map/store-card.ts';
import { StoreMap } from '#src/components/store-map/store-map.tsx';
import { textParam } from '#src/providers/data/filter-values.ts';
import { mapOrigin, runtimeConfig } from '#src/providers/runtime-config.ts';
import screens from '#src/components/layout/screens.module.css';
import { Carousel, PageTurner } from './carousel.tsx';
import { CHOICE, StoreEntry, StoreLinks } from './store-entry.tsx';
import { byDistance, type DistantCard, searchCards } from './find-stores.ts';
import { StorePanel } from './store-panel.tsx';

/** The state of the user's position. It stays in this page: not in the URL, and not sent anywhere. */
type OwnPosition =
  | { readonly kind: 'unasked' | 'asking' }
  | { readonly kind: 'known'; readonly position: Position }
  /** Why the browser gives no position. */
  | { readonly kind: 'failed'; readonly reason: 'denied' | 'unavailable' | 'timeout' };

const MAX_WAIT_MS = 15_000;
const MAX_AGE_MS = 300_000;

function reasonOf({ code, PERMISSION_DENIED, TIMEOUT }: GeolocationPositionError) {
  if (code === PERMISSION_DENIED) return 'denied';
  return code === TIMEOUT ? 'timeout' : 'unavailable';
}

/** The user's position. The browser is asked only after a click, and the page forgets the position at its end. */
function useGeolocation() {
  const [own, setOwn] = useState<OwnPosition>({ kind: 'unasked' });

  function ask(): void {
    if (!('geolocation' in navigator)) {
      setOwn({ kind: 'failed', reason: 'unavailable' });
      return;
    }
    const asking: OwnPosition = { kind: 'asking' };
    // The response to a withdrawn request is ignored.
    const answer = (answered: OwnPosition) => setOwn((last) => (last === asking ? answered : last));
    setOwn(asking);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => answer({ kind: 'known', position: { lat: latitude, lng: longitude } }),
      (error) => answer({ kind: 'failed', reason: reasonOf(error) }),
      { timeout: MAX_WAIT_MS, maximumAge: MAX_AGE_MS },
    );
  }

  return { own, ask, forget: () => setOwn({ kind: 'unasked' }) };
}

/** Key of the text that says what becomes of the user's position; null while nobody has asked for it. */
function stateText(own: OwnPosition): string | null {
  if (own.kind === 'failed') return `failure.${own.reason}`;
  if (own.kind === 'known') return mapOrigin() === 'none' ? 'known' : 'knownWithMap';
  return own.kind === 'asking' ? 'asking' : null;
}

interface SearchFormProps {
  /** The search text, as typed. */
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly own: OwnPosition;
  readonly onNearby: () => void;
  readonly count: number;
}

/**
 * Search by town or name, and the number of results. 'Vicino a me' sorts the stores by distance, or back; below it the
 * reason if that fails.
 */
function SearchForm({ typed, onType, own, onNearby, count }: SearchFormProps) {
  const translate = useTranslate();
  const fieldId = useId();
  const search = typed.trim();
  const isSearching = search !== '';
  const isNear = own.kind === 'known';
  const text = stateText(own);
  return (
    <>
      <form className="store-search" role="search" onSubmit={(event) => event.preventDefault()}>
        <label className="store-search__label" htmlFor={fieldId}>
          {translate('store-locator:search.label')}
        </label>
        <input
          id={fieldId}
          className={screens.plainField}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
        <PlainButton
          look={isNear ? 'primary' : 'secondary'}
          aria-pressed={isNear}
          aria-disabled={own.kind === 'asking'}
          onClick={onNearby}
        >
          {translate('store-locator:nearby.button')}
        </PlainButton>
        <p role="status" className="store-search__hint" data-failed={own.kind === 'failed'}>
          {text !== null && translate(`store-locator:nearby.${text}`)}
        </p>
      </form>
      <div className="store-search__outcome">
        <p role="status">
          {translate(`store-locator:search.${count === 0 ? 'nothing' : isSearching ? 'found' : 'all'}`, {
            count,
            search,
          })}
        </p>
        {isSearching && (
          <button type="button" className="store-link" onClick={() => onType('')}>
            {translate('store-locator:search.clear')}
          </button>
        )}
      </div>
    </>
  );
}

interface StoreListProps {
  /** At least one. */
  readonly stores: readonly DistantCard[];
  readonly chosenKey: string | null;
  /** From 1. A page after the last shows the last. */
  readonly page: number;
  readonly onTurn: (page: number) => void;
}

const STORES_PER_PAGE = 24;

/**
 * The stores as a list with pages, for users who want neither carousel nor map. It opens on request, so that screen
 * readers do not read the stores twice.
 */
function StoreList({ stores, chosenKey, page, onTurn }: StoreListProps) {
  const translate = useTranslate();
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(page > 1);
  const pageCount = Math.ceil(stores.length / STORES_PER_PAGE);
  const shownPage = Math.min(page, pageCount);
  const shown = stores.slice((shownPage - 1) * STORES_PER_PAGE, shownPage * STORES_PER_PAGE);
  return (
    <section className="store-list" aria-labelledby={titleId}>
      <div className="stores-head">
        <h2 id={titleId}>{translate('store-locator:list.title')}</h2>
        <PlainButton aria-expanded={isOpen} aria-describedby={titleId} onClick={() => setIsOpen(!isOpen)}>
          {translate(`store-locator:list.${isOpen ? 'hide' : 'show'}`)}
        </PlainButton>
      </div>
      {isOpen && (
        <>
          <ul className="store-list__entries">
            {shown.map((store) => (
              <StoreEntry key={store.card.key} store={store} isChosen={store.card.key === chosenKey} />
            ))}
          </ul>
          <PageTurner page={shownPage - 1} pageCount={pageCount} onTurn={(step) => onTurn(shownPage + step)} />
        </>
      )}
    </section>
  );
}

const OPEN_FILES = { csv: 'stores.csv', geojson: 'stores.geojson', catalog: 'catalog.jsonld' };

/** The stores as open data, where the server has them. */
function OpenData() {
  const translate = useTranslate();
  const { openDataUrl } = runtimeConfig();
  if (openDataUrl === undefined) return null;
  return (
    <p className="store-open-data">
      {translate('store-locator:openData.title')}{' '}
      {Object.entries(OPEN_FILES).map(([key, file]) => (
        <a key={key} href={`${openDataUrl}/${file}`}>
          {translate(`store-locator:openData.${key}`)}
        </a>
      ))}
    </p>
  );
}

const urlParams = z.object({
  /** As typed. */
  search: textParam(),
  /** Key of the chosen store. */
  store: textParam(),
  /** The page of the list, from 1. */
  page: z.catch(z.optional(z.coerce.number().check(z.int(), z.positive())), undefined),
});

/** The stores with search and sort order, in carousel, map and list, which share one choice (§2). */
export function StoreLocator({ cards }: { readonly cards: readonly StoreCard[] }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { values, change, urlWith } = useUrlState(urlParams);
  const { own, ask, forget } = useGeolocation();
  /** Set when the user asks for the whole island; a new object each time, so that the map moves again. */
  const [whole, setWhole] = useState<{ readonly instead: string } | null>(null);
  const chosenKey = values.store === '' ? null : values.store;
  const search = useDeferredValue(values.search.trim());
  const withStore = (key: string | null) => urlWith({ store: key ?? '' });
  const ownPosition = own.kind === 'known' ? own.position : null;

  const found = useMemo(() => searchCards(cards, search), [cards, search]);
  const ordered = useMemo(() => byDistance(found, ownPosition), [found, ownPosition]);
  const chosen = useMemo(() => cards.find(({ key }) => key === chosenKey) ?? null, [cards, chosenKey]);

  const usual = [chosenKey, search, own.kind].join(' ');
  const requestedWhole = whole?.instead === usual ? whole : null;
  const view = useMemo(() => {
    if (requestedWhole) return wholeView(cards);
    const nearest = ordered.map(({ card }) => card);
    return viewFor({ chosen, own: ownPosition, found: search === '' ? null : found, ordered: nearest });
  }, [requestedWhole, cards, chosen, ownPosition, search, found, ordered]);

  /** The nearest stores replace the chosen store. */
  function toggleNearby(): void {
    if (own.kind === 'asking') return;
    if (own.kind === 'known') {
      forget();
      return;
    }
    change({ store: '' });
    ask();
  }

  /** A search takes the place of the chosen store. */
  function searchFor(typed: string): void {
    change({ search: typed, page: undefined, ...(typed.trim() !== '' && { store: '' }) });
  }

  return (
    <StoreLinks value={withStore}>
      <SearchForm typed={values.search} onType={searchFor} own={own} onNearby={toggleNearby} count={found.length} />
      {ordered.length > 0 && <Carousel stores={ordered} chosenKey={chosenKey} />}
      <div className="store-places">
        <StorePanel store={chosen} isUnknown={chosenKey !== null && !chosen} />
        <section>
          <div className="stores-head">
            <h2>{translate('store-locator:map.title')}</h2>
            <PlainButton className="store-places__whole" onClick={() => setWhole({ instead: usual })}>
              {translate('store-locator:map.whole')}
            </PlainButton>
          </div>
          <StoreMap
            cards={found}
            landmarks={cards}
            chosen={chosen}
            own={ownPosition}
            view={view}
            onChoose={({ key }) => void navigate(withStore(key), { state: CHOICE })}
          />
        </section>
      </div>
      {ordered.length > 0 && (
        <StoreList
          stores={ordered}
          chosenKey={chosenKey}
          page={values.page ?? 1}
          onTurn={(page) => change({ page: page === 1 ? undefined : page })}
        />
      )}
      <OpenData />
    </StoreLinks>
  );
}
