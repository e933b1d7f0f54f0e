import { onSignedOut } from './tokens.ts';

/** In memory only: patient identifiers never go into the URL or the storage (design §2). */
let scannedCard: string | null = null;

onSignedOut(() => {
  scannedCard = null;
});

/** Keeps the fiscal code of a card that was scanned on another screen, as the first search of the patient search. */
export function keepScannedCard(fiscalCode: string): void {
  scannedCard = fiscalCode;
}

/** Returns the kept fiscal code and forgets it; null if there is none. */
export function takeScannedCard(): string | null {
  const card = scannedCard;
  scannedCard = null;
  return card;
}
