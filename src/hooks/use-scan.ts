import { useEffect, useEffectEvent } from 'react';

/** The text of a scanner: the fiscal code of a health card, a product code, or any other text unchanged. */
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
