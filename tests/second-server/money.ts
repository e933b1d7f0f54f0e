const CENTS_PER_EURO = 100;
const MICROS_PER_EURO = 1_000_000;
const MICROS_PER_CENT = MICROS_PER_EURO / CENTS_PER_EURO;

/** A line's total in cents: quantity × unit price in euro, rounded half up, at least one cent (rules §5). */
export function lineCents(quantity: number, euroPerUnit: number): number {
  const micros = quantity * Math.round(euroPerUnit * MICROS_PER_EURO);
  return Math.max(1, Math.floor((micros + MICROS_PER_CENT / 2) / MICROS_PER_CENT));
}

/** The total of lines in cents: the sum of the rounded lines (rules §5). */
export function linesCents(lines: Iterable<{ readonly quantity: number; readonly pricePerUnit: number }>): number {
  return [...lines].reduce((total, line) => total + lineCents(line.quantity, line.pricePerUnit), 0);
}

/** Converts cents to the wire format: a number of euro. */
export function euro(cents: number): number {
  return cents / CENTS_PER_EURO;
}
