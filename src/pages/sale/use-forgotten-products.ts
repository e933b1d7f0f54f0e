import { useRef } from 'react';
import { useScan } from '#src/hooks/use-scan.ts';
import type { ScanState } from './products-step/scans/scan-store.ts';

/**
 * The scans of step 3: a forgotten product leads back to step 2 and is added there. While a command is running, it is
 * only noted.
 */
export function useForgottenProducts(scanState: ScanState, isIdle: boolean, onBack: () => void): void {
  const isLeaving = useRef(false);
  useScan((scan, isBlocked) => {
    const outcome = scanState.take(scan, isBlocked || !isIdle);
    if (outcome === 'taken') {
      // The next code may be scanned before step 2 renders.
      if (!isLeaving.current) onBack();
      isLeaving.current = true;
    }
    return outcome;
  });
}
