import { useTranslate } from '@refinedev/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { StoreCard } from '#src/components/store-map/store-card.ts';
import { useSelectionKey } from '../choice.ts';
import { DirectionsLink } from '../directions-link.tsx';
import { useStoreLink } from '../store-links.ts';
import { StoreFacts } from './store-facts.tsx';
import './store-panel.css';

interface StorePanelProps {
  /** Null without a choice. */
  readonly store: StoreCard | null;
  /** Whether the URL names an unknown store. */
  readonly isUnknown: boolean;
}

/** The details of the chosen store (§2). Takes the focus when the user chooses a store, and returns it when closed. */
export function StorePanel({ store, isUnknown }: StorePanelProps) {
  const translate = useTranslate();
  const withStore = useStoreLink();
  const choice = useSelectionKey();
  const title = useRef<HTMLHeadingElement>(null);
  const cameFrom = useRef<Element | null>(null);

  useEffect(() => {
    if (choice === null) return;
    cameFrom.current = document.activeElement;
    title.current?.focus();
  }, [choice]);

  function giveBackFocus(): void {
    const { current: origin } = cameFrom;
    if (origin instanceof HTMLElement && origin.isConnected && origin !== document.body) origin.focus();
    else title.current?.focus();
  }

  if (!store) {
    return (
      <section className="store-panel store-panel--empty">
        <h2 ref={title} tabIndex={-1}>
          {translate('store-locator:panel.title')}
        </h2>
        <p>{translate(isUnknown ? 'store-locator:panel.unknown' : 'store-locator:panel.hint')}</p>
      </section>
    );
  }
  return (
    <section className="store-panel">
      <h2 ref={title} tabIndex={-1}>
        {store.storeName ?? store.companyName}
      </h2>
      <StoreFacts store={store} />
      {!store.position && <p className="store-panel__note">{translate('store-locator:panel.noPlace')}</p>}
      <div className="store-panel__actions">
        <DirectionsLink store={store} />
        <Link className="store-link" to={withStore(null)} onClick={giveBackFocus}>
          {translate('store-locator:panel.close')}
        </Link>
      </div>
    </section>
  );
}
