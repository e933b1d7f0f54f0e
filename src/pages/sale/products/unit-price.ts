import { isValidUnitPrice, money, type Money } from '#contract/rules/money.ts';
import { readAmount, writeAmount } from '#contract/rules/typed-text.ts';

/** The result of reading a typed unit price in euro (§5, §9). */
export type TypedPrice = { readonly kind: 'plain'; readonly unitPrice: Money } | WrongPrice;

/** A price that cannot be used. `unclearPrice`: separators that contradict each other. */
export type WrongPrice = AmbiguousPrice | { readonly kind: 'invalidPrice' | 'unclearPrice' };

/** A text whose point or comma may be a decimal or a thousands separator. */
export interface AmbiguousPrice {
  readonly kind: 'ambiguousPrice';
  readonly asDecimals: Money;
  readonly asThousands: Money;
}

/** A price is usual up to this multiple of the reference price, and down to its inverse (rules §5). */
const USUAL_FACTOR = 2;

/** Whether a unit price needs a confirmation: it is above twice the reference price (rules §5). Both in euro. */
export function isSuspiciousPrice(unitPrice: Money, refPrice: Money | undefined): boolean {
  return refPrice !== undefined && unitPrice.gt(refPrice.times(USUAL_FACTOR));
}

function isUsual(unitPrice: Money, refPrice: Money | undefined): boolean {
  return (
    refPrice !== undefined && !isSuspiciousPrice(unitPrice, refPrice) && unitPrice.times(USUAL_FACTOR).gte(refPrice)
  );
}

function priceOf(unitPrice: Money): TypedPrice {
  return isValidUnitPrice(unitPrice) ? { kind: 'plain', unitPrice } : { kind: 'invalidPrice' };
}

/** The reading of an ambiguous price that is between half and twice the reference price. */
function plainer(ambiguous: AmbiguousPrice, refPrice: Money | undefined): TypedPrice {
  // The readings differ by a factor of 1000, so only one can be usual.
  const usual = [ambiguous.asDecimals, ambiguous.asThousands].find((reading) => isUsual(reading, refPrice));
  return usual ? priceOf(usual) : ambiguous;
}

/**
 * Reads a typed unit price, with or without the euro sign (rules §11). One point or comma before three digits is
 * ambiguous, unless only one of the readings is usual for the product.
 * @param refPrice euro
 */
export function readUnitPrice(typed: string, refPrice: Money | undefined): TypedPrice {
  const reading = readAmount(typed);
  if (reading.kind === 'amount') return priceOf(money(reading.value));
  if (reading.kind !== 'ambiguous') return { kind: reading.kind === 'unclear' ? 'unclearPrice' : 'invalidPrice' };
  const [asDecimals, asThousands] = reading.readings;
  return plainer({ kind: 'ambiguousPrice', asDecimals: money(asDecimals), asThousands: money(asThousands) }, refPrice);
}

/** A unit price in euro for the field: decimal comma, at least 2 decimals, and never three, which would be ambiguous. */
export function priceText(unitPrice: Money): string {
  return writeAmount(unitPrice.toFixed(Math.max(2, unitPrice.toFixed().split('.')[1]?.length ?? 0)));
}
