import { useEffect, useEffectEvent } from 'react';
import type { Scan } from './recognise.ts';

/** The screen's response to a scan: used, or only noted; undefined if the screen does not use it. */
export type ScanUse = 'taken' | 'noted' | undefined;

/** `isBlocked`: a dialog is open, and the screen behind it must not act. */
type ScanHandler = (scan: Scan, isBlocked: boolean) => ScanUse;

const handlers: ScanHandler[] = [];
const secrets: ((text: string) => void)[] = [];

/** Passes a scan to the current screen. */
export function handleScan(scan: Scan, isBlocked: boolean): ScanUse {
  return handlers.at(-1)?.(scan, isBlocked);
}

/** Registers the screen's handler for scans, wherever the focus is. */
export function useScan(handler: ScanHandler): void {
  const handle = useEffectEvent(handler);
  useEffect(() => {
    const latest: ScanHandler = (scan, isBlocked) => handle(scan, isBlocked);
    handlers.push(latest);
    return () => {
      handlers.splice(handlers.indexOf(latest), 1);
    };
  }, []);
}

/** Tells the dialog that asks for a secret what was read into its field; false if there is none. */
export function tellSecret(text: string): boolean {
  const tell = secrets.at(-1);
  tell?.(text);
  return tell !== undefined;
}

/** Registers what a dialog says of a text that was read into its field for a secret, and not sent. */
export function useScanInSecret(onScan: (text: string) => void): void {
  const tell = useEffectEvent(onScan);
  useEffect(() => {
    const latest = (text: string) => tell(text);
    secrets.push(latest);
    return () => {
      secrets.splice(secrets.indexOf(latest), 1);
    };
  }, []);
}
