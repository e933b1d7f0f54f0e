import { isSignedIn, onTokensChange } from '#src/providers/session/tokens.ts';

/** In memory alone: what identifies a patient never goes by the URL or by storage (design §2). */
let scannedCard: string | null = null;

onTokensChange(() => {
  if (!isSignedIn()) scannedCard = null;
});

/** Keeps the fiscal code of a card that was scanned on another screen, for the search to begin with. */
export function keepScannedCard(fiscalCode: string): void {
  scannedCard = fiscalCode;
}

/** The card that was kept, once; or null. */
export function takeScannedCard(): string | null {
  const card = scannedCard;
  scannedCard = null;
  return card;
}
