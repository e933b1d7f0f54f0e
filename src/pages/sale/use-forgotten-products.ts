import { useRef } from 'react';
import { useScan } from '#src/hooks/use-scan.ts';
import type { ScanState } from './products-step/scan-store.ts';

/**
 * What is scanned on step 3: a product that was forgotten leads back to step 2 and is added there; where nothing may
 * happen it is noted.
 */
export function useForgottenProducts(scanState: ScanState, isIdle: boolean, onBack: () => void): void {
  const isLeaving = useRef(false);
  useScan((scan, isBlocked) => {
    if (scan.kind === 'card') return undefined;
    if (isBlocked || !isIdle || scan.kind === 'unreadable') {
      scanState.noteScan(scan);
      return 'noted';
    }
    if (scan.isTyped) scanState.want(scan.code);
    else scanState.add(scan.code);
    // The next may be scanned before step 2 is there.
    if (!isLeaving.current) onBack();
    isLeaving.current = true;
    return 'taken';
  });
}
