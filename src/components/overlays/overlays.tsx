import { useTranslate } from '@refinedev/core';
import { type ComponentType, useEffect } from 'react';
import { useNotify } from '#src/hooks/use-notify.ts';
import { loadTexts } from '#src/providers/i18n/i18n.ts';
import { LazyPart, Loading } from '../lazy/lazy-part.tsx';
import { type OverlayName, closeOverlay, openedOverlay, pendingLeave, useOpenedOverlay } from './overlay-store.ts';
import { useOverlayKeys } from './use-overlay-keys.ts';

type Overlay = ComponentType<{ readonly onClose: () => void }>;

async function withTexts<Module>(module: Promise<Module>): Promise<Module> {
  return (await Promise.all([module, loadTexts(['palette'])]))[0];
}

const LOADERS: Readonly<Record<OverlayName, () => Promise<Overlay>>> = {
  palette: async () => (await withTexts(import('../palette/command-palette.tsx'))).CommandPalette,
  shortcuts: async () => (await withTexts(import('../palette/shortcuts-dialog.tsx'))).ShortcutsDialog,
  leaving: async () => (await withTexts(import('../leaving/leaving-dialog.tsx'))).LeavingDialog,
};

/** Closes the overlay that did not load, and says so. If it is the question before leaving, the user leaves. */
function Missing() {
  const translate = useTranslate();
  const { notify } = useNotify();
  useEffect(() => {
    // React runs effects twice while the portal is developed.
    if (openedOverlay() === null) return;
    const leave = pendingLeave();
    closeOverlay();
    if (leave) leave();
    else notify({ kind: 'warning', text: translate('common:overlay.failed'), key: 'OVERLAY' });
  }, [translate, notify]);
  return null;
}

/**
 * The palette, the list of shortcuts, and the question before leaving a cart. Their code and texts load on first use
 * (design §5).
 */
export function Overlays() {
  const opened = useOpenedOverlay();
  useOverlayKeys();
  useEffect(() => {
    return closeOverlay;
  }, []);
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
