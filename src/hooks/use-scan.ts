import { useEffect, useEffectEvent } from 'react';

/**
 * What a scanner read: the fiscal code of a health card, the code of a product as a search takes it, or a text that is
 * neither. `code` of an unreadable one is its text.
 */
export interface Scan {
  readonly kind: 'card' | 'product' | 'unreadable';
  readonly code: string;
  /** True if the code was typed by hand: it starts a product search and does not change the quantity. */
  readonly isTyped?: boolean;
}

/** The screen's response to a scan: used, or only noted; undefined if the screen does not use it. */
export type ScanOutcome = 'taken' | 'noted' | undefined;

/** `isBlocked`: a dialog is open, and the screen behind it must not act. */
type ScanHandler = (scan: Scan, isBlocked: boolean) => ScanOutcome;

const handlers: ScanHandler[] = [];
const secrets: ((text: string) => void)[] = [];

/** Passes a scan to the current screen. */
export function handleScan(scan: Scan, isBlocked: boolean): ScanOutcome {
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
