import { readCode } from './typed-text.ts';

/** The check digit of an Italian VAT number for its first ten digits. */
export function vatCheckDigit(digits: string): string {
  const total = Array.from(digits).reduce((so, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return so + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (total % 10)) % 10);
}

/** Whether the text is an Italian VAT number: eleven digits with a correct check digit. */
export function isValidVat(text: string): boolean {
  return /^\d{11}$/.test(text) && vatCheckDigit(text.slice(0, 10)) === text[10];
}

/** The typed number without what people put between its groups and without the country before it. */
export function normalizeVat(typed: string): string {
  return readCode(typed).replace(/^IT(?=\d{11}$)/, '');
}

/** The rates of VAT in percent. */
export const VAT_RATES = ['4', '5', '10', '22'] as const;
export type VatRate = (typeof VAT_RATES)[number];

/** Whether a business of this tax regime charges VAT. Those of RF02 and RF19 do not. */
export function chargesVat(taxRegime: string | null): boolean {
  return taxRegime !== 'RF02' && taxRegime !== 'RF19';
}
