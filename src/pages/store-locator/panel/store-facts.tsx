import { useTranslate } from '@refinedev/core';
import type { ReactNode } from 'react';
import { NO_VALUE } from '#src/components/no-value.ts';
import type { StoreCard } from '#src/components/store-map/store-card.ts';
import { webUrl } from '#contract/rules/web-url.ts';
import { mailLink, telephoneLink } from './contact-links.ts';
import { asValue } from '#src/components/value/value.tsx';

/** A text as a link if it is an address. */
function linked(text: string | undefined, addressOf: (text: string) => string | null, isElsewhere = false): ReactNode {
  if (text === undefined) return NO_VALUE;
  const address = addressOf(text);
  if (address === null) return text;
  return (
    <a href={address} {...(isElsewhere && { target: '_blank', rel: 'noopener noreferrer' })}>
      {asValue(text)}
    </a>
  );
}

/** Every field of the panel (§2); '-' for unknown values (§3). */
export function StoreFacts({ store }: { readonly store: StoreCard }) {
  const translate = useTranslate();
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [translate('store-locator:field.companyName'), store.companyName],
    [translate('store-locator:field.vat'), store.vat ?? NO_VALUE],
    [translate('store-locator:field.fiscalCode'), store.fiscalCode ?? NO_VALUE],
    [translate('store-locator:field.address'), store.address ?? NO_VALUE],
    [translate('store-locator:field.phone'), linked(store.phone, telephoneLink)],
    [translate('store-locator:field.email'), linked(store.email, mailLink)],
    [translate('store-locator:field.workingHours'), store.workingHours ?? NO_VALUE],
    [translate('store-locator:field.web'), linked(store.web, webUrl, true)],
  ];
  return (
    <dl className="store-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{asValue(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
