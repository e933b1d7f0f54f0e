import { useTranslate } from '@refinedev/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { webUrl } from '#contract/rules/web-url.ts';
import { asValue, NO_VALUE } from '#src/components/display/value.tsx';
import type { StoreCard } from '#src/components/store-map/store-card.ts';
import { DirectionsLink, useSelectionKey, useStoreLink } from './store-entry.tsx';

/** The `tel:` URL of a telephone number; null for other texts. */
export function telephoneLink(phone: string): string | null {
  const number = phone.replace(/[^\d+]/g, '');
  return /^\+?\d{3,}$/.test(number) ? `tel:${number}` : null;
}

/** The `mailto:` URL of a mailbox; null for other texts. */
export function mailLink(email: string): string | null {
  return /^[^\s@?&]+@[^\s@?&]+$/.test(email) ? `mailto:${email}` : null;
}

/** A text as a link if it is an address. */
function linked(text: string | undefined, addressOf: (text: string) => string | null, isElsewhere = false): ReactNode {
  const address = text === undefined ? null : addressOf(text);
  if (address === null) return text;
  return (
    <a href={address} {...(isElsewhere && { target: '_blank', rel: 'noopener noreferrer' })}>
      {asValue(text)}
    </a>
  );
}

/** Every field of the panel (§2); '-' for unknown values (§3). */
function StoreDetails({ store }: { readonly store: StoreCard }) {
  const translate = useTranslate();
  const details = {
    companyName: store.companyName,
    vat: store.vat,
    fiscalCode: store.fiscalCode,
    address: store.address,
    phone: linked(store.phone, telephoneLink),
    email: linked(store.email, mailLink),
    workingHours: store.workingHours,
    web: linked(store.web, webUrl, true),
  };
  return (
    <dl className="store-details">
      {Object.entries(details).map(([field, value]) => (
        <div key={field}>
          <dt>{translate(`store-locator:field.${field}`)}</dt>
          <dd>{asValue(value ?? NO_VALUE)}</dd>
        </div>
      ))}
    </dl>
  );
}

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

  return (
    <section className="panel store-panel">
      <h2 ref={title} tabIndex={-1}>
        {store ? (store.storeName ?? store.companyName) : translate('store-locator:panel.title')}
      </h2>
      {!store && (
        <p className="store-panel__note">
          {translate(isUnknown ? 'store-locator:panel.unknown' : 'store-locator:panel.hint')}
        </p>
      )}
      {store && (
        <>
          <StoreDetails store={store} />
          {!store.position && <p className="store-panel__note">{translate('store-locator:panel.noPlace')}</p>}
          <div className="store-panel__actions">
            <DirectionsLink store={store} />
            <Link className="store-link" to={withStore(null)} onClick={giveBackFocus}>
              {translate('store-locator:panel.close')}
            </Link>
          </div>
        </>
      )}
    </section>
  );
}
