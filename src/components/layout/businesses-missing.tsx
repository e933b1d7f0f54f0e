import { useTranslate } from '@refinedev/core';
import { useRef } from 'react';
import { useOnlinePress } from '#src/hooks/use-online-press.ts';
import { useFocusHandedOn } from '../focus/use-focus-handed-on.ts';

/** What opens the list, as long as there is one. */
function toggle(): HTMLElement | null {
  return document.querySelector('.dropdown__toggle');
}

/** In the place of the businesses that could not be loaded, with 'Riprova'; nothing to press while they are on their way. */
export function BusinessesMissing({ onRetry }: { readonly onRetry: (() => void) | undefined }) {
  const translate = useTranslate();
  const place = useRef<HTMLLIElement>(null);
  const press = useOnlinePress(onRetry);
  useFocusHandedOn(place, toggle);
  return (
    <li ref={place}>
      <p className="dropdown__text">{translate('common:business.unread')}</p>
      <button type="button" className="dropdown__choice" {...press}>
        {translate('common:retry')}
      </button>
    </li>
  );
}
