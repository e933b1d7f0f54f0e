import { useTranslate } from '@refinedev/core';
import { useEffect, useId, useRef, useState } from 'react';
import { loadTexts } from '#src/providers/i18n.ts';
import { useNotify } from '#src/providers/notifications/use-notify.ts';
import { unfinishedOpenedCart } from '#src/providers/session/sale-store.ts';
import { patientName } from '../display/patient.ts';
import { LazyPart, Loading } from '../feedback/lazy-part.tsx';
import { useDocumentEvent } from '../plain/page-hooks.ts';
import { PlainButton } from '../plain/plain-button.tsx';
import { isModalOpen, PlainDialog } from '../plain/plain-dialog.tsx';
import { closeOverlay, HELP_KEY, isHelpKeyOn, openOverlay, useOverlay } from './overlay-store.ts';

/** Asks whether to discard a cart with products before the session or the business ends. */
function LeavingDialog() {
  const translate = useTranslate();
  const id = useId();
  const stay = useRef<HTMLButtonElement>(null);
  const [{ leave, cart }] = useState(() => ({ leave: useOverlay.getState().leave, cart: unfinishedOpenedCart() }));
  const name = patientName(cart?.patient);

  return (
    <PlainDialog
      className="plain-dialog--question"
      labelledBy={`${id}title`}
      describedBy={`${id}text`}
      focused={stay}
      // It answers a press, so it never comes late: what is still fading away does not count.
      isAbove
      onClose={closeOverlay}
    >
      <h2 id={`${id}title`}>{translate('common:leaving.title')}</h2>
      <p id={`${id}text`}>{translate(name === '' ? 'common:leaving.text' : 'common:leaving.textOf', { name })}</p>
      <div className="row wraps plain-dialog__answers">
        <PlainButton
          onClick={() => {
            closeOverlay();
            leave?.();
          }}
        >
          {translate('common:leaving.leave')}
        </PlainButton>
        <PlainButton ref={stay} look="primary" onClick={closeOverlay}>
          {translate('common:leaving.stay')}
        </PlainButton>
      </div>
    </PlainDialog>
  );
}

const PALETTE_KEY = 'k';
/** Elements where a character is typed or selects an entry. */
const TYPING = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"]';

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

function togglePalette(event: KeyboardEvent): void {
  const isOpen = useOverlay.getState().opened === 'palette';
  if (!isOpen && isModalOpen()) return;
  // Browsers use this key for their address bar.
  event.preventDefault();
  if (isOpen) closeOverlay();
  else openOverlay('palette');
}

function listen(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
  // A browser that fills a field tells of a key that is none.
  if (!(event instanceof KeyboardEvent) || repeat || altKey) return;
  if (ctrlKey !== metaKey && !shiftKey && key.toLowerCase() === PALETTE_KEY) togglePalette(event);
  const isBare = !ctrlKey && !metaKey;
  if (!isBare || key !== HELP_KEY || !isHelpKeyOn()) return;
  if (!isTyping(event) && !isModalOpen()) openOverlay('shortcuts');
}

async function loadPalette() {
  const [{ CommandPalette, ShortcutsDialog }] = await Promise.all([
    import('./command-palette.tsx'),
    loadTexts(['palette']),
  ]);
  return { palette: CommandPalette, shortcuts: ShortcutsDialog };
}

/** With the library of the palette. The question before leaving must also appear without a connection. */
const LOADERS = {
  palette: async () => (await loadPalette()).palette,
  shortcuts: async () => (await loadPalette()).shortcuts,
};

/** Closes the overlay that did not load, and says so. The key or button that opens it loads it again. */
function Missing() {
  const translate = useTranslate();
  const { notify } = useNotify();
  useEffect(() => {
    // React runs effects twice while the portal is developed.
    if (useOverlay.getState().opened === null) return;
    closeOverlay();
    notify({ kind: 'warning', text: translate('common:overlay.failed'), key: 'OVERLAY' });
  }, [translate, notify]);
  return null;
}

/**
 * The palette and the list of shortcuts, whose code and texts load on first use (design §5), and the question before
 * leaving a cart. Ctrl+K or ⌘K opens and closes the palette, also from a field. '?' opens the list of shortcuts outside
 * of text fields. Neither works over a dialog.
 */
export function Overlays() {
  const { opened } = useOverlay();
  useDocumentEvent('keydown', listen, { capture: true });
  useEffect(() => {
    return closeOverlay;
  }, []);
  if (opened === 'leaving') return <LeavingDialog />;
  return (
    opened && (
      <LazyPart
        key={opened}
        load={LOADERS[opened]}
        props={{ onClose: closeOverlay }}
        waiting={<Loading />}
        failed={() => <Missing />}
      />
    )
  );
}
