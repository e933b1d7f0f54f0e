import { useTranslate } from '@refinedev/core';
import { useId, useState } from 'react';
import type { DistantCard } from '../cards/distance.ts';
import { PageTurner } from '../page-turner.tsx';
import { StoreEntry } from '../store-entry.tsx';

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
export function StoreList({ stores, chosenKey, page, onTurn }: StoreListProps) {
  const translate = useTranslate();
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(page > 1);
  const pageCount = Math.ceil(stores.length / STORES_PER_PAGE);
  const shownPage = Math.min(page, pageCount);
  const shown = stores.slice((shownPage - 1) * STORES_PER_PAGE, shownPage * STORES_PER_PAGE);
  return (
    <section className="store-list" aria-labelledby={titleId}>
      <div className="store-places__head">
        <h2 id={titleId}>{translate('store-locator:list.title')}</h2>
        <button
          type="button"
          className="button button--secondary"
          aria-expanded={isOpen}
          aria-describedby={titleId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {translate(`store-locator:list.${isOpen ? 'hide' : 'show'}`)}
        </button>
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
