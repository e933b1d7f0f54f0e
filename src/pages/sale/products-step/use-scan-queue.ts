import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { ScanNote } from './scan-note.ts';

/** How it went with the product at hand: it is settled, with a note where it was not added; or nobody answers. */
export type ScanResult = { readonly note?: ScanNote } | 'no answer';

interface ScanQueueOptions {
  /** Whether the product at hand is being looked for or added; the next one waits until then. */
  readonly isOccupied: boolean;
  /** Whether the search for the product at hand failed; it is to be made again first. */
  readonly isStuck: boolean;
  /** Adds the product at hand, unless the assistant must look at it. */
  readonly settle: () => Promise<ScanResult>;
  /** Looks for the next one. */
  readonly find: (ean: string) => void;
}

export interface ScanQueue {
  /** EANs that are still to be looked for, in the order in which they were scanned. */
  readonly waiting: readonly string[];
  readonly notes: readonly ScanNote[];
  /** Whether the products at hand are being gone through. */
  readonly isRunning: boolean;
  /** Whether nobody answers: what waits is kept. */
  readonly isStalled: boolean;
  readonly add: (ean: string) => void;
  readonly note: (note: ScanNote) => void;
  readonly clearNotes: () => void;
  readonly retry: () => void;
}

/**
 * Keeps what is scanned while the product before it is still being looked for or added (§5): one after another, in
 * order, each against the budget that the one before has left. The last one stays at hand for the assistant.
 */
export function useScanQueue({ isOccupied, isStuck, settle, find }: ScanQueueOptions): ScanQueue {
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const [notes, setNotes] = useState<readonly ScanNote[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  const [hasNoAnswer, setHasNoAnswer] = useState(false);
  const next = waiting[0];
  const note = useCallback((added: ScanNote) => setNotes((last) => [...last, added]), []);

  const advance = useEffectEvent(async (ean: string) => {
    const settled = await settle();
    if (settled === 'no answer') {
      setHasNoAnswer(true);
    } else {
      if (settled.note) note(settled.note);
      setWaiting((last) => last.slice(1));
      find(ean);
    }
    setIsRunning(false);
  });

  const isReady = next !== undefined && !isOccupied && !isStuck && !hasNoAnswer && !isRunning;
  const start = useEffectEvent(() => {
    if (next === undefined) return;
    setIsRunning(true);
    void advance(next);
  });
  useEffect(() => {
    if (!isReady) return undefined;
    let isOver = false;
    void Promise.resolve().then(() => {
      if (!isOver) start();
    });
    return () => {
      isOver = true;
    };
    // Also the next one may be ready at once.
  }, [isReady, waiting]);

  return {
    waiting,
    notes,
    isRunning,
    isStalled: waiting.length > 0 && (hasNoAnswer || isStuck),
    add: useCallback((ean: string) => setWaiting((last) => [...last, ean]), []),
    note,
    clearNotes: useCallback(() => setNotes([]), []),
    retry: useCallback(() => setHasNoAnswer(false), []),
  };
}
