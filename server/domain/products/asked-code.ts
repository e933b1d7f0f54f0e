import { pharmacyCodeOf, readProductCode, toGtin14 } from '#contract/rules/product-code.ts';
import { readCode } from '#contract/rules/typed-text.ts';

/** What a search for a product's code asks for (rules §1). */
interface AskedCode {
  /** The text itself, without what people put between its groups. */
  readonly typed: string;
  /** As they are compared: of a weighed pack also that of its item. */
  readonly gtins: readonly string[];
  readonly pharmacyCode: string | null;
}

/** Reads a product's code as people type it, or as a scanner sends it. */
export function readAskedCode(text: string): AskedCode {
  const read = readProductCode(text);
  const typed = read?.code ?? readCode(text);
  const item = read?.kind === 'weighed' ? [toGtin14(read.item)] : [];
  return { typed, gtins: [toGtin14(typed), ...item], pharmacyCode: pharmacyCodeOf(typed) ?? null };
}
