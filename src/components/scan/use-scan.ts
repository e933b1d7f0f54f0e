import { useEffect, useEffectEvent } from 'react';
import {
  FISCAL_CODE_LENGTH,
  isProvisionalFiscalCode,
  isValidFiscalCode,
  looksLikeFiscalCode,
} from '#contract/rules/fiscal-code.ts';
import { readProductCode } from '#contract/rules/product-code.ts';
import { readCode } from '#contract/rules/typed-text.ts';

/**
 * What a scanner read: the fiscal code of a health card, the code of a product as a search takes it, or a text that is
 * neither. `code` of an unreadable one is its text.
 */
export interface Scan {
  readonly kind: 'card' | 'product' | 'unreadable';
  readonly code: string;
  /** True if the code was typed by hand: it starts a product search and does not change the quantity. */
  readonly isTyped?: boolean;
}

/** The screen's response to a scan: used, or only noted; undefined if the screen does not use it. */
export type ScanOutcome = 'taken' | 'noted' | undefined;

/** `isBlocked`: a dialog is open, and the screen behind it must not act. */
type ScanHandler = (scan: Scan, isBlocked: boolean) => ScanOutcome;

const handlers: ScanHandler[] = [];
const secrets: ((text: string) => void)[] = [];

/** Passes a scan to the current screen. */
export function handleScan(scan: Scan, isBlocked: boolean): ScanOutcome {
  return handlers.at(-1)?.(scan, isBlocked);
}

/** Registers the screen's handler for scans, wherever the focus is. */
export function useScan(handler: ScanHandler): void {
  const handle = useEffectEvent(handler);
  useEffect(() => {
    const latest: ScanHandler = (scan, isBlocked) => handle(scan, isBlocked);
    handlers.push(latest);
    return () => {
      handlers.splice(handlers.indexOf(latest), 1);
    };
  }, []);
}

/** Tells the dialog that asks for a secret what was read into its field; false if there is none. */
export function tellSecret(text: string): boolean {
  const tell = secrets.at(-1);
  tell?.(text);
  return tell !== undefined;
}

/** Registers what a dialog says of a text that was read into its field for a secret, and not sent. */
export function useScanInSecret(onScan: (text: string) => void): void {
  const tell = useEffectEvent(onScan);
  useEffect(() => {
    const latest = (text: string) => tell(text);
    secrets.push(latest);
    return () => {
      secrets.splice(secrets.indexOf(latest), 1);
    };
  }, []);
}

/** What a scanner puts before the characters to name the kind of bar code. */
const SYMBOLOGY = /^[\]+][A-Za-z]\d/;
/** The magnetic track of a card, or what another keyboard layout makes of its marks. */
const TRACK = /^(?:[%;].*[?_]|[^\da-z]\d{15,}(?:[^\da-z]|$))/i;
const CHARACTERS = /[^A-Z0-9]+/;
/** No product has so many digits of its own, and a wrong check digit. */
const LONG_NUMBER = /^\d{8,}$/;
const ELEVEN_DIGITS = /^\d{11}(?!\d)/;

/** The fiscal code between the separators of a track; the name may follow it directly. */
function cardCodeOf(text: string): string | undefined {
  const whole = readCode(text);
  if (isProvisionalFiscalCode(whole)) return whole;
  const words = text.toUpperCase().split(CHARACTERS).concat(whole);
  return (
    words
      .map((word) => word.slice(0, FISCAL_CODE_LENGTH))
      .find((word) => word.length === FISCAL_CODE_LENGTH && isValidFiscalCode(word)) ??
    words.map((word) => ELEVEN_DIGITS.exec(word)?.[0] ?? '').find(isProvisionalFiscalCode)
  );
}

/**
 * Reads a text by its form, length and check digit, whichever way it arrived. undefined for anything that is no code:
 * words, amounts, the id of a product. A card or a number that was misread is `unreadable`, and nothing to look up.
 */
export function readScan(text: string): Scan | undefined {
  const typed = text.trim();
  const read = typed.replace(SYMBOLOGY, '');
  const product = readProductCode(typed);
  if (product) return { kind: 'product', code: product.code };
  const code = cardCodeOf(read);
  if (code !== undefined) return { kind: 'card', code };
  const plain = readCode(read);
  const isCode = TRACK.test(typed) || looksLikeFiscalCode(plain) || LONG_NUMBER.test(plain);
  return isCode ? { kind: 'unreadable', code: typed } : undefined;
}

/** Whether a text is the track of a card, which nobody types. */
export function isTrack(text: string): boolean {
  return TRACK.test(text.trim());
}
