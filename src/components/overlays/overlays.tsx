import { useTranslate } from '@refinedev/core';
import { type ComponentType, useEffect } from 'react';
import { useNotify } from '#src/hooks/use-notify.ts';
import { loadTexts } from '#src/providers/i18n/i18n.ts';
import { LeavingDialog } from '../leaving/leaving-dialog.tsx';
import { LazyPart, Loading } from '../lazy/lazy-part.tsx';
import { type OverlayName, closeOverlay, openedOverlay, useOpenedOverlay } from './overlay-store.ts';
import { useOverlayKeys } from './use-overlay-keys.ts';

type Overlay = ComponentType<{ readonly onClose: () => void }>;

async function withTexts<Module>(module: Promise<Module>): Promise<Module> {
  return (await Promise.all([module, loadTexts(['palette'])]))[0];
}

/** With the library of the palette. The question before leaving must also appear without a connection. */
const LOADERS: Readonly<Record<Exclude<OverlayName, 'leaving'>, () => Promise<Overlay>>> = {
  palette: async () => (await withTexts(import('../palette/command-palette.tsx'))).CommandPalette,
  shortcuts: async () => (await withTexts(import('../palette/shortcuts-dialog.tsx'))).ShortcutsDialog,
};

/** Closes the overlay that did not load, and says so. The key or button that opens it loads it again. */
function Missing() {
  const translate = useTranslate();
  const { notify } = useNotify();
  useEffect(() => {
    // React runs effects twice while the portal is developed.
    if (openedOverlay() === null) return;
    closeOverlay();
    notify({ kind: 'warning', text: translate('common:overlay.failed'), key: 'OVERLAY' });
  }, [translate, notify]);
  return null;
}

/**
 * The palette and the list of shortcuts, whose code and texts load on first use (design §5), and the question before
 * leaving a cart.
 */
export function Overlays() {
  const opened = useOpenedOverlay();
  useOverlayKeys();
  useEffect(() => {
    return closeOverlay;
  }, []);
  if (opened === 'leaving') return <LeavingDialog onClose={closeOverlay} />;
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
