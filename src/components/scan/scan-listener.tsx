import { useTranslate } from '@refinedev/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNotify } from '#src/providers/notifications/use-notify.ts';
import { isModalOpen } from '../plain/plain-dialog.tsx';
import { type Scan, shownDigits } from './recognise.ts';
import { type HeardScan, listenForScans } from './scan-keys.ts';

/** The screen's response to a scan: used; only noted, `busy` while a command is under way; undefined if it does not use it. */
export type ScanUse = 'taken' | 'noted' | 'busy' | undefined;

/** `isBlocked`: a dialog is open, and the screen behind it must not act. */
type ScanHandler = (scan: Scan, isBlocked: boolean) => ScanUse;

const handlers: ScanHandler[] = [];
const secrets: ((text: string) => void)[] = [];

/** Puts a handler on top of the others for as long as its component stands. */
function useTopmost<A extends unknown[], R>(all: ((...args: A) => R)[], handler: (...args: A) => R): void {
  const handle = useEffectEvent(handler);
  useEffect(() => {
    const latest = (...args: A) => handle(...args);
    all.push(latest);
    return () => {
      all.splice(all.indexOf(latest), 1);
    };
  }, [all]);
}

/** Passes a scan to the current screen. */
export function handleScan(scan: Scan, isBlocked: boolean): ScanUse {
  return handlers.at(-1)?.(scan, isBlocked);
}

/** Registers the screen's handler for scans, wherever the focus is. */
export function useScan(handler: ScanHandler): void {
  useTopmost(handlers, handler);
}

/** Registers what a dialog says of a text that was read into its field for a secret, and not sent. */
export function useScanInSecret(onScan: (text: string) => void): void {
  useTopmost(secrets, onScan);
}

interface CodeScanProps {
  readonly kind: Exclude<Scan['kind'], 'unreadable'>;
  readonly onCode: (code: string) => void;
}

/** Puts a scanned code, a fiscal code or a product's, into the screen's field, wherever the focus is. */
export function CodeScan({ kind, onCode }: CodeScanProps) {
  useScan((scan, isBlocked) => {
    if (isBlocked || scan.kind !== kind) return undefined;
    onCode(scan.code);
    return 'taken';
  });
  return null;
}

/** What may be shown of a scan, for its texts. */
export function scanTexts(scan: Scan): { readonly code: string; readonly digits: string } {
  const digits = shownDigits(scan);
  return { code: scan.code, digits: digits === '' ? '' : ` (${digits})` };
}

/** The other tracks of a health card come within this time, in ms, each with its own Enter. */
const CARD_MS = 1000;

/** The portal's only listener for scans. The current screen gets each scan; an unused scan is announced. */
export function ScanListener() {
  const translate = useTranslate();
  const { notify } = useNotify();
  const cardAt = useRef(-Infinity);

  const hear = useEffectEvent(({ scan, inSecret, isByMachine }: HeardScan) => {
    const { kind } = scan;
    // The dialog that asks for the secret says what was read into its field.
    const tell = inSecret === undefined ? undefined : secrets.at(-1);
    if (inSecret !== undefined) tell?.(inSecret);
    // What somebody may have typed by hand as a secret appears nowhere.
    if (inSecret !== undefined && !isByMachine) return;
    if (kind === 'card') cardAt.current = performance.now();
    if (kind === 'unreadable' && performance.now() - cardAt.current <= CARD_MS) return;
    const isBlocked = isModalOpen();
    const outcome = handleScan(scan, isBlocked);
    if (outcome === 'taken' || tell) return;
    const isNeeded = isBlocked && outcome === undefined;
    const place = isBlocked ? 'inDialog' : 'elsewhere';
    notify({
      kind: 'warning',
      text: translate(`common:scan.${outcome === 'busy' ? outcome : place}.${kind}`, scanTexts(scan)),
      // A scan that nothing else has recorded stays on the screen and is not replaced.
      ...(isNeeded ? { duration: null } : { key: 'SCAN' }),
    });
  });
  useEffect(() => {
    return listenForScans((heard) => hear(heard));
  }, []);
  return null;
}
