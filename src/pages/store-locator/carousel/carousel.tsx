import { useTranslate } from '@refinedev/core';
import { type KeyboardEvent, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import type { DistantCard } from '../cards/distance.ts';
import { PageTurner } from '../page-turner.tsx';
import { StoreEntry } from '../store-entry.tsx';
import './carousel.css';
import { useCarousel } from './use-carousel.ts';
import { useSwipe } from './use-swipe.ts';

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
 * The stores, three cards per page, on a phone one. Buttons, arrow keys, Home, End and swiping turn the pages (§2, §9).
 */
export function Carousel({ stores, chosenKey }: CarouselProps) {
  const translate = useTranslate();
  const { page, pageCount, shown, direction, turn, turnTo } = useCarousel(stores, chosenKey, useCardsPerPage());
  const swipe = useSwipe(turn);
  const titleId = useId();
  const list = useRef<HTMLUListElement>(null);
  /** Whether a key has turned the page, so that the focused card was removed. */
  const takesFocus = useRef(false);

  useEffect(() => {
    if (takesFocus.current) list.current?.querySelector('a')?.focus();
    takesFocus.current = false;
  });

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
        <div className="carousel__head">
          <h2 id={titleId}>{translate('store-locator:carousel.title')}</h2>
          <PageTurner page={page} pageCount={pageCount} rewinds onTurn={turn} />
        </div>
        <div className="carousel__window" role="presentation" {...swipe}>
          <ul ref={list} key={page} className={`carousel__page carousel__page--${direction}`}>
            {shown.map((store) => (
              <StoreEntry key={store.card.key} store={store} isChosen={store.card.key === chosenKey} />
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
