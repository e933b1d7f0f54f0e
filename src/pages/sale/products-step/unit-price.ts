import { type Money, isValidUnitPrice, money } from '#contract/rules/money.ts';

/** A unit price in euro as it was typed, read (§5, §9). */
export type TypedPrice = { readonly kind: 'plain'; readonly unitPrice: Money } | WrongPrice;

/** What cannot be charged as it stands: `unclearPrice` for separators that contradict each other or Italian usage. */
export type WrongPrice = AmbiguousPrice | { readonly kind: 'invalidPrice' | 'unclearPrice' };

/** A text whose point may stand before decimals or after thousands. */
export interface AmbiguousPrice {
  readonly kind: 'ambiguousPrice';
  readonly asDecimals: Money;
  readonly asThousands: Money;
}

const ONE_SEPARATOR = /^\d{1,12}(?:[.,]\d+)?$/;
/** No group of thousands begins with 0: `0.125` has decimals. */
const ONE_POINT_BEFORE_THREE = /^[1-9]\d{0,2}\.\d{3}$/;
const THOUSANDS = /^[1-9]\d{0,2}(?:(?:\.\d{3}){1,3}|(?:\s\d{3}){1,3})(?:,\d+)?$/;
const SEVERAL_SEPARATORS = /^\d+(?:[.,\s]+\d+){2,}$/;

/** So many times the reference price, or that part of it, is nothing unusual (rules §5). */
const USUAL_FACTOR = 2;

/** Whether a unit price needs one more confirmation: above twice the reference price (rules §5). */
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

/** Of two readings, the one that the reference price makes plain: from half of it to twice as much. */
function plainer(ambiguous: AmbiguousPrice, refPrice: Money | undefined): TypedPrice {
  // The readings are a thousand times apart: never both are usual.
  const usual = [ambiguous.asDecimals, ambiguous.asThousands].find((reading) => isUsual(reading, refPrice));
  return usual ? priceOf(usual) : ambiguous;
}

/**
 * Reads a unit price as people type it, with or without the euro sign. One comma or one point stands before the
 * decimals; points or spaces between thousands, a comma before their decimals. A single point before three digits may
 * be either, and what fits neither is never guessed: a price that is read wrong is money.
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

/** A unit price in euro as it stands in the field: decimal comma, at least 2 decimals. */
export function priceText(unitPrice: Money): string {
  const [whole = '0', decimals = ''] = unitPrice.toFixed().split('.');
  return `${whole},${decimals.padEnd(2, '0')}`;
}
