import { useEffect, useEffectEvent, useState } from 'react';
import { useIsMounted } from '#src/hooks/use-is-mounted.ts';
import type { ScanState } from './scan-store.ts';

interface ScanQueueOptions {
  readonly scanState: ScanState;
  /** Whether the assistant's own search or change is under way; what is scanned waits until then. */
  readonly isOccupied: boolean;
  /** Goes through a code; false when nobody answers. */
  readonly process: (code: string) => Promise<boolean>;
}

interface ScanQueue {
  /** Whether a code is being gone through. */
  readonly isRunning: boolean;
  /** Whether nobody answers: what waits is kept. */
  readonly isStalled: boolean;
  readonly retry: () => void;
}

/** Goes through what is scanned one after another, in order, each with what the one before has left (§5). */
export function useScanQueue({ scanState, isOccupied, process }: ScanQueueOptions): ScanQueue {
  const [isRunning, setIsRunning] = useState(false);
  const [isStalled, setIsStalled] = useState(false);
  const isMounted = useIsMounted();
  const { waiting } = scanState;
  const isReady = waiting.length > 0 && !isOccupied && !isStalled && !isRunning;

  async function run(code: string): Promise<void> {
    setIsRunning(true);
    const isDone = await process(code);
    // Where the step was left meanwhile the code waits for its return.
    if (!isMounted.current) return;
    if (isDone) scanState.next();
    else setIsStalled(true);
    setIsRunning(false);
  }

  const start = useEffectEvent(() => {
    const [code] = waiting;
    if (code !== undefined) void run(code);
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

  return { isRunning, isStalled, retry: () => setIsStalled(false) };
}
