import { FISCAL_CODE_LENGTH, isValidFiscalCode, looksLikeFiscalCode } from '#contract/rules/fiscal-code.ts';
import type { Scan } from '#src/hooks/use-scan.ts';

/**
 * Reads the text of a scanner. On the magnetic track of a health card the fiscal code is between separators, and the
 * name may follow it directly.
 */
export function readScan(text: string): Scan {
  const typed = text.trim();
  const words = typed
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);
  const isTrack = words[0] !== typed.toUpperCase();
  const code = words
    .map((word) => (isTrack ? word.slice(0, FISCAL_CODE_LENGTH) : word))
    .find((word) => isValidFiscalCode(word));
  if (code !== undefined) return { kind: 'card', code };
  // A misread fiscal code must not be searched for as a product.
  if (isTrack || looksLikeFiscalCode(typed.toUpperCase())) return { kind: 'unreadable', code: typed };
  return { kind: 'product', code: typed };
}
