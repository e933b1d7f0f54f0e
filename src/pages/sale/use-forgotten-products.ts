import { useRef } from 'react';
import { useScan } from '#src/hooks/use-scan.ts';
import type { ScanDesk } from './products-step/scan-desk.ts';

/**
 * What is scanned on step 3: a product that was forgotten leads back to step 2 and is added there; where nothing may
 * happen it is noted.
 */
export function useForgottenProducts(desk: ScanDesk, isIdle: boolean, onBack: () => void): void {
  const isLeaving = useRef(false);
  useScan((scan, isBlocked) => {
    if (scan.kind === 'card') return undefined;
    if (isBlocked || !isIdle || scan.kind === 'unreadable') {
      desk.noteScan(scan);
      return 'noted';
    }
    if (scan.isTyped) desk.want(scan.code);
    else desk.add(scan.code);
    // The next may be scanned before step 2 is there.
    if (!isLeaving.current) onBack();
    isLeaving.current = true;
    return 'taken';
  });
}
