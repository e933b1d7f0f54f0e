import { useTranslate } from '@refinedev/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { DistantCard } from './find-stores.ts';
import { StoreEntry } from './store-entry.tsx';

interface PageTurnerProps {
  /** From 0. */
  readonly page: number;
  readonly pageCount: number;
  /** Whether the first page follows the last. */
  readonly rewinds?: boolean;
  readonly onTurn: (step: 1 | -1) => void;
}

const ARROWS = { '-1': 'm15.4 5.4-1.4-1.4-8 8 8 8 1.4-1.4L8.8 12Z', '1': 'm8.6 18.6 1.4 1.4 8-8-8-8-1.4 1.4 6.6 6.6Z' };

/**
 * Buttons for the previous and the next page, with the current page between them. Screen readers announce its changes.
 */
export function PageTurner({ page, pageCount, rewinds = false, onTurn }: PageTurnerProps) {
  const translate = useTranslate();
  if (pageCount < 2) return null;

  function button(step: 1 | -1, label: string) {
    const isEnd = !rewinds && (step === 1 ? page === pageCount - 1 : page === 0);
    return (
      <button
        type="button"
        className="page-turner__button"
        aria-label={label}
        aria-disabled={isEnd}
        onClick={() => {
          if (!isEnd) onTurn(step);
        }}
      >
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
          <path fill="currentcolor" d={ARROWS[step]} />
        </svg>
      </button>
    );
  }

  return (
    <div className="page-turner">
      {button(-1, translate('store-locator:pages.previous'))}
      <p role="status">{translate('store-locator:pages.position', { page: page + 1, pages: pageCount })}</p>
      {button(1, translate('store-locator:pages.next'))}
    </div>
  );
}

/** The swipe that turns a page, in px. */
const THRESHOLD_PX = 48;

/** Turns pages by finger or pen. The cards follow it through the CSS variable `--drag`. A mouse uses the buttons. */
function useSwipe(onTurn: (step: 1 | -1) => void) {
  const start = useRef<{ readonly pointer: number; readonly x: number } | null>(null);

  /** How far the pointer has come, in px; 0 for another pointer. */
  function follow({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>, isOver: boolean): number {
    if (start.current?.pointer !== pointerId) return 0;
    const distance = clientX - start.current.x;
    currentTarget.style.setProperty('--drag', `${isOver ? 0 : distance}px`);
    if (isOver) start.current = null;
    return distance;
  }

  return {
    onPointerDown: ({ pointerType, pointerId, clientX }: PointerEvent) => {
      if (pointerType !== 'mouse') start.current = { pointer: pointerId, x: clientX };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => void follow(event, false),
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const distance = follow(event, true);
      if (Math.abs(distance) >= THRESHOLD_PX) onTurn(distance < 0 ? 1 : -1);
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void follow(event, true),
  };
}

const NARROW = '(max-width: 767px)';
const CARDS_PER_PAGE = 3;

function subscribe(listener: () => void): () => void {
  const narrow = window.matchMedia(NARROW);
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** Cards per page: 3 (§9), on a phone 1. */
function useCardsPerPage(): number {
  return useSyncExternalStore(subscribe, () => (window.matchMedia(NARROW).matches ? 1 : CARDS_PER_PAGE));
}

interface CarouselProps {
  /** At least one. */
  readonly stores: readonly DistantCard[];
  readonly chosenKey: string | null;
}

/**
 * The stores, three cards per page, on a phone one. Buttons, arrow keys, Home, End and swiping turn the pages (§2, §9). So
 * does a store that is chosen elsewhere, and other cards begin with their first page.
 */
export function Carousel({ stores, chosenKey }: CarouselProps) {
  const translate = useTranslate();
  const perPage = useCardsPerPage();
  const chosen = stores.findIndex(({ card }) => card.key === chosenKey);
  /** `first` is the first card of the page, from 0. */
  const [place, setPlace] = useState({ first: Math.max(0, chosen), isBackward: false, stores, chosenKey });
  // Even with a chosen store: a search and 'vicino a me' clear the choice, but the URL may change later than the cards.
  if (stores !== place.stores) setPlace({ first: 0, isBackward: false, stores, chosenKey });
  else if (chosenKey !== place.chosenKey) {
    setPlace(chosen === -1 ? { ...place, chosenKey } : { first: chosen, isBackward: false, stores, chosenKey });
  }
  const pageCount = Math.ceil(stores.length / perPage);
  const page = Math.min(Math.floor(place.first / perPage), pageCount - 1);
  const swipe = useSwipe(turn);
  const titleId = useId();
  const list = useRef<HTMLUListElement>(null);
  /** Whether a key has turned the page, so that the focused card was removed. */
  const takesFocus = useRef(false);

  useEffect(() => {
    if (takesFocus.current) list.current?.querySelector('a')?.focus();
    takesFocus.current = false;
  });

  function turnTo(next: number, isBackward = next < page): void {
    setPlace({ ...place, first: next * perPage, isBackward });
  }

  /** The first page follows the last, and the last precedes the first (§9). */
  function turn(step: 1 | -1): void {
    turnTo((page + step + pageCount) % pageCount, step === -1);
  }

  function turnByKey(event: KeyboardEvent): void {
    const turns = new Map([
      ['ArrowLeft', () => turn(-1)],
      ['ArrowRight', () => turn(1)],
      ['Home', () => turnTo(0)],
      ['End', () => turnTo(pageCount - 1)],
    ]);
    const turnPage = turns.get(event.key);
    if (!turnPage || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    takesFocus.current = list.current?.contains(document.activeElement) ?? false;
    turnPage();
  }

  return (
    <section
      className="carousel"
      aria-roledescription={translate('store-locator:carousel.role')}
      aria-labelledby={titleId}
    >
      {/* The wrapper only receives the keys of the links and buttons inside. */}
      <div role="presentation" onKeyDown={turnByKey}>
        <div className="stores-head">
          <h2 id={titleId}>{translate('store-locator:carousel.title')}</h2>
          <PageTurner page={page} pageCount={pageCount} rewinds onTurn={turn} />
        </div>
        <div className="carousel__window" role="presentation" {...swipe}>
          <ul ref={list} key={page} className="carousel__page" data-backward={place.isBackward}>
            {stores.slice(page * perPage, (page + 1) * perPage).map((store) => (
              <StoreEntry key={store.card.key} store={store} isChosen={store.card.key === chosenKey} />
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
