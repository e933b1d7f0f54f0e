import { useTranslate } from '@refinedev/core';
import { type ComponentType, createElement, useEffect, useState } from 'react';
import { useNotify } from '#src/hooks/use-notify.ts';
import { loadTexts } from '#src/providers/i18n/i18n.ts';
import { retry } from '#src/providers/loading/retry.ts';
import { beginLoading } from '#src/providers/loading/loading-store.ts';
import { type OverlayName, askedLeave, closeOverlay, useOpenedOverlay } from './overlay-store.ts';
import { useOverlayKeys } from './use-overlay-keys.ts';

type Overlay = ComponentType<{ readonly onClose: () => void }>;

const LOADERS: Readonly<Record<OverlayName, () => Promise<Overlay>>> = {
  palette: async () => (await import('../palette/command-palette.tsx')).CommandPalette,
  shortcuts: async () => (await import('../palette/shortcuts-dialog.tsx')).ShortcutsDialog,
  leaving: async () => (await import('../leaving/leaving-dialog.tsx')).LeavingDialog,
};

async function load(name: OverlayName): Promise<Overlay> {
  const endLoading = beginLoading();
  try {
    return (await retry(() => Promise.all([LOADERS[name](), loadTexts(['palette'])])))[0];
  } finally {
    endLoading();
  }
}

/**
 * The palette, the list of shortcuts, and the question before leaving a cart. Their code and texts load on first use
 * (design §5).
 */
export function Overlays() {
  const translate = useTranslate();
  const { notify } = useNotify();
  const opened = useOpenedOverlay();
  const [loaded, setLoaded] = useState<Partial<Record<OverlayName, Overlay>>>({});
  const isMissing = opened !== null && loaded[opened] === undefined;
  useOverlayKeys();

  useEffect(() => {
    return closeOverlay;
  }, []);
  useEffect(() => {
    if (!isMissing) return;
    load(opened).then(
      (overlay) => setLoaded((others) => ({ ...others, [opened]: overlay })),
      () => {
        const leave = askedLeave();
        closeOverlay();
        // If the question cannot load, the user must still be able to leave.
        if (leave) leave();
        else notify({ kind: 'warning', text: translate('common:overlay.failed'), key: 'OVERLAY' });
      },
    );
  }, [isMissing, opened, translate, notify]);

  const overlay = opened && loaded[opened];
  return overlay ? createElement(overlay, { onClose: closeOverlay }) : null;
}
