import { useEffect, useEffectEvent, useState } from 'react';
import { useIsMounted } from '#src/hooks/use-is-mounted.ts';
import type { ScanState } from './scan-store.ts';

interface ScanQueueOptions {
  readonly scanState: ScanState;
  /** Whether the user's own search or change is running. Scanned codes wait for its end. */
  readonly isOccupied: boolean;
  /** Processes a code; false if the server does not answer. */
  readonly process: (code: string) => Promise<boolean>;
}

interface ScanQueue {
  readonly isRunning: boolean;
  /** Whether the server does not answer. Waiting codes are kept. */
  readonly isStalled: boolean;
  readonly retry: () => void;
}

/** Processes scanned codes one after another, each with the result of the one before (§5). */
export function useScanQueue({ scanState, isOccupied, process }: ScanQueueOptions): ScanQueue {
  const [isRunning, setIsRunning] = useState(false);
  const [isStalled, setIsStalled] = useState(false);
  const isMounted = useIsMounted();
  const { waiting } = scanState;
  const isReady = waiting.length > 0 && !isOccupied && !isStalled && !isRunning;

  async function run(code: string): Promise<void> {
    setIsRunning(true);
    const isDone = await process(code);
    // If the user has left the step, the code waits for the return.
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
    // Runs again when the next code can be processed.
  }, [isReady, waiting]);

  return { isRunning, isStalled, retry: () => setIsStalled(false) };
}
