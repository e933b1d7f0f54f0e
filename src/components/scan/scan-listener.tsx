import { useTranslate } from '@refinedev/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNotify } from '#src/providers/notifications/use-notify.ts';
import { handleScan, tellSecret } from './use-scan.ts';
import { isModalOpen } from '../plain/plain-dialog.tsx';
import { type HeardScan, listenForScans } from './scan-keys.ts';

/** The other tracks of a health card come within this time, in ms, each with its own Enter. */
const CARD_MS = 1000;

/** The portal's only listener for scans. The current screen gets each scan; an unused scan is announced. */
export function ScanListener() {
  const translate = useTranslate();
  const { notify } = useNotify();
  const cardAt = useRef(-Infinity);

  const hear = useEffectEvent(({ scan, inSecret, isByMachine }: HeardScan) => {
    const { kind, code } = scan;
    const isTold = inSecret !== undefined && tellSecret(inSecret);
    // What somebody may have typed by hand as a secret appears nowhere.
    if (inSecret !== undefined && !isByMachine) return;
    if (kind === 'card') cardAt.current = performance.now();
    if (kind === 'unreadable' && performance.now() - cardAt.current <= CARD_MS) return;
    const isBlocked = isModalOpen();
    const outcome = handleScan(scan, isBlocked);
    if (outcome === 'taken' || isTold) return;
    const isNeeded = isBlocked && outcome === undefined;
    notify({
      kind: 'warning',
      text: translate(`common:scan.${isBlocked || outcome === 'noted' ? 'blocked' : 'elsewhere'}.${kind}`, { code }),
      // A scan that nothing else has recorded stays on the screen and is not replaced.
      ...(isNeeded ? { duration: null } : { key: 'SCAN' }),
    });
  });
  useEffect(() => {
    return listenForScans((heard) => hear(heard));
  }, []);
  return null;
}
