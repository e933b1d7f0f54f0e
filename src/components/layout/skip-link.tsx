import { useTranslate } from '@refinedev/core';
import type { MouseEvent } from 'react';
import { CONTENT_ID } from '../focus/content-id.ts';

function focusContent(event: MouseEvent): void {
  // Without this the fragment would land in the address, and the router would take it for a navigation.
  event.preventDefault();
  document.getElementById(CONTENT_ID)?.focus();
}

/** The first stop of the keyboard: past header and menu. */
export function SkipLink() {
  const translate = useTranslate();
  return (
    <a className="skip-link" href={`#${CONTENT_ID}`} onClick={focusContent}>
      {translate('common:skipToContent')}
    </a>
  );
}
