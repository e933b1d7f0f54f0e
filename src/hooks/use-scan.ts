import { useEffect, useEffectEvent } from 'react';

/** What a scanner has read: the fiscal code of a health card, the code of a product, or what is neither, as it came. */
export interface Scan {
  readonly kind: 'card' | 'product' | 'unreadable';
  readonly code: string;
  /** Given where it was typed by hand: a product is looked for, and no piece of it counted. */
  readonly isTyped?: boolean;
}

/** What a screen does with a scan: uses it, or only keeps a note of it; undefined where it has no use for it. */
type ScanOutcome = 'taken' | 'noted' | undefined;

/** `isBlocked`: a dialog is open, and nothing may happen behind it. */
type ScanHandler = (scan: Scan, isBlocked: boolean) => ScanOutcome;

const handlers: ScanHandler[] = [];

/** Hands a scan to the screen that is there. */
export function handleScan(scan: Scan, isBlocked: boolean): ScanOutcome {
  return handlers.at(-1)?.(scan, isBlocked);
}

/** What the screen does with what is scanned while it is there, wherever the focus is. */
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
