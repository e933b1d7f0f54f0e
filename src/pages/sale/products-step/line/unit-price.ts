import { type Money, isValidUnitPrice, money } from '#contract/rules/money.ts';

/** The result of reading a typed unit price in euro (§5, §9). */
export type TypedPrice = { readonly kind: 'plain'; readonly unitPrice: Money } | WrongPrice;

/** A price that cannot be used. `unclearPrice`: separators that contradict each other or Italian usage. */
export type WrongPrice = AmbiguousPrice | { readonly kind: 'invalidPrice' | 'unclearPrice' };

/** A text whose point may be a decimal or a thousands separator. */
export interface AmbiguousPrice {
  readonly kind: 'ambiguousPrice';
  readonly asDecimals: Money;
  readonly asThousands: Money;
}

const ONE_SEPARATOR = /^\d{1,12}(?:[.,]\d+)?$/;
/** No thousands group starts with 0: `0.125` has decimals. */
const ONE_POINT_BEFORE_THREE = /^[1-9]\d{0,2}\.\d{3}$/;
const THOUSANDS = /^[1-9]\d{0,2}(?:(?:\.\d{3}){1,3}|(?:\s\d{3}){1,3})(?:,\d+)?$/;
const SEVERAL_SEPARATORS = /^\d+(?:[.,\s]+\d+){2,}$/;

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
 * Reads a typed unit price, with or without the euro sign. One comma or one point is the decimal separator. With points
 * or spaces between thousands a comma is. A single point before three digits is ambiguous. Other texts are refused and
 * never guessed, because a wrong price costs money.
 * @param refPrice euro
 */
export function readUnitPrice(typed: string, refPrice: Money | undefined): TypedPrice {
  const text = typed.replace('€', '').trim();
  if (ONE_POINT_BEFORE_THREE.test(text)) {
    const asDecimals = money(text);
    return plainer({ kind: 'ambiguousPrice', asDecimals, asThousands: asDecimals.times(1000) }, refPrice);
  }
  if (ONE_SEPARATOR.test(text)) return priceOf(money(text.replace(',', '.')));
  if (THOUSANDS.test(text)) return priceOf(money(text.replace(/[.\s]/g, '').replace(',', '.')));
  return { kind: SEVERAL_SEPARATORS.test(text) ? 'unclearPrice' : 'invalidPrice' };
}

/** A unit price in euro for the field: decimal comma, at least 2 decimals. */
export function priceText(unitPrice: Money): string {
  const [whole = '0', decimals = ''] = unitPrice.toFixed().split('.');
  return `${whole},${decimals.padEnd(2, '0')}`;
}
