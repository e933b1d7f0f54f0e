import { useScan } from '../scan/use-scan.ts';

interface CardScanProps {
  readonly onCard: (fiscalCode: string) => void;
}

/** Puts the fiscal code of a scanned health card into the screen's field, wherever the focus is. */
export function CardScan({ onCard }: CardScanProps) {
  useScan(({ kind, code }, isBlocked) => {
    if (isBlocked || kind !== 'card') return undefined;
    onCard(code);
    return 'taken';
  });
  return null;
}
