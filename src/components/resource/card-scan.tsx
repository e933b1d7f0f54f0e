import { useScan } from '#src/hooks/use-scan.ts';

interface CardScanProps {
  readonly onCard: (fiscalCode: string) => void;
}

/** Takes the fiscal code of a scanned health card to the screen's field for it, wherever the focus is. */
export function CardScan({ onCard }: CardScanProps) {
  useScan(({ kind, code }, isBlocked) => {
    if (isBlocked || kind !== 'card') return undefined;
    onCard(code);
    return 'taken';
  });
  return null;
}
