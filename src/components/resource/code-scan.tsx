import type { Scan } from '../scan/recognise.ts';
import { useScan } from '../scan/use-scan.ts';

interface CodeScanProps {
  readonly kind: Exclude<Scan['kind'], 'unreadable'>;
  readonly onCode: (code: string) => void;
}

/** Puts a scanned code, a fiscal code or a product's, into the screen's field, wherever the focus is. */
export function CodeScan({ kind, onCode }: CodeScanProps) {
  useScan((scan, isBlocked) => {
    if (isBlocked || scan.kind !== kind) return undefined;
    onCode(scan.code);
    return 'taken';
  });
  return null;
}
