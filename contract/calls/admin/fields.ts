import * as z from 'zod/mini';
import { today } from '../../rules/clock.ts';
import { isGtin, pharmacyCodeOf } from '../../rules/product-code.ts';
import { isValidFiscalCode, normalizeFiscalCode } from '../../rules/fiscal-code.ts';
import { money, roundToCents } from '../../rules/money.ts';
import { readCode, readText } from '../../rules/typed-text.ts';
import { webUrl } from '../../rules/web-url.ts';
import { isValidVat, normalizeVat } from '../../rules/vat.ts';
import { requestId } from '../../request.ts';

/** Text of at most 500 characters, as people write it (rules §11). */
export const longText = z.string().check(z.overwrite(readText), z.minLength(1), z.maxLength(500));

/** The address of a web site, which may lack its scheme. */
export const webAddress = longText.check(z.refine((value) => webUrl(value) !== null));

/** A person's fiscal code with a valid check character. Case and spaces of the input do not matter. */
export const personFiscalCode = z.string().check(z.overwrite(normalizeFiscalCode), z.refine(isValidFiscalCode));

/** A VAT number, also with the country before it. */
export const vat = z.string().check(z.overwrite(normalizeVat), z.refine(isValidVat));

/** A company's fiscal code: in the format of a VAT number or of a person's code. */
export const companyFiscalCode = z.string().check(z.overwrite(normalizeVat), z.refine(isValidFiscalCode));

/** An EAN-8, UPC-A, EAN-13 or GTIN-14 with a valid check digit. */
export const ean = z.string().check(z.overwrite(readCode), z.refine(isGtin));

/** A pharmacy's code (AIC, Minsan), which becomes `A` and nine digits; also without the `A`, or in base 32. */
export const pharmacyCode = z.string().check(
  z.overwrite((code) => pharmacyCodeOf(readCode(code)) ?? code),
  z.refine((code) => pharmacyCodeOf(code) === code),
);

export const email = z.string().check(z.overwrite(readText), z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/));

/** The monthly amount of a protein-free dossier, in euro with whole cents. */
export const monthlyAmount = z.number().check(
  z.positive(),
  z.maximum(99_999),
  z.refine((value) => roundToCents(money(value)).eq(money(value))),
);

/** The first day of a month. Any day of the month is accepted. */
export const month = z.iso.date().check(
  z.refine((day) => day >= '1900' && day < '9999'),
  z.overwrite((day) => `${day.slice(0, 7)}-01`),
);

/** The business's cancellation code: digits only, because the user types it at the till. */
export const cancelCode = z.string().check(z.trim(), z.regex(/^\d{5,12}$/));

/** The number of a paper voucher. Case and spaces of the input do not matter. */
export const sheetNumber = z.string().check(
  z.overwrite((number) => readText(number).replace(/\s+/g, '').toUpperCase()),
  z.regex(/^[A-Z\d/-]{1,30}$/),
);

/** The ranges of latitude and longitude in Italy do not overlap, so swapped values are refused. */
export const latitude = z.number().check(z.minimum(35), z.maximum(48));
export const longitude = z.number().check(z.minimum(6), z.maximum(19));

/** A day between 1900 and today. */
export const birthDate = z.iso.date().check(z.refine((day) => day >= '1900' && day <= today()));

const MAX_ROW_IDS = 200;

/** The ids of the rows that a row is linked to. */
export const rowIds = z.array(requestId).check(z.maxLength(MAX_ROW_IDS));

export const disabled = z.optional(z.boolean());

/** The version of the row that the user edited. */
export const version = z.int().check(z.minimum(1));
