/** A province office that no tax office has, so that no real company can have the number. */
const UNUSED_OFFICE = '130';
const FIRST_SERIAL = 9_000_000;

function checkDigit(digits: string): string {
  const total = Array.from(digits).reduce((so, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return so + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (total % 10)) % 10);
}

/** An invented VAT number (eleven digits) with a right check digit, for the company with this id. */
export function vatOf(businessId: number): string {
  const digits = `${FIRST_SERIAL + businessId * 137}${UNUSED_OFFICE}`;
  return digits + checkDigit(digits);
}
