import * as z from 'zod/mini';
import { romeDay } from '../../rules/dates.ts';
import { isValidEan } from '../../rules/ean.ts';
import { isValidFiscalCode, normalizeFiscalCode } from '../../rules/fiscal-code.ts';
import { money, roundToCents } from '../../rules/money.ts';
import { isValidVat } from '../../rules/vat.ts';
import { requestId } from '../../request.ts';

/** What an operator writes: the blocks of the bodies of the administration (rules §9). */

/** A note of some lines, trimmed. */
export const longText = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(500),
  z.refine((value) => !value.includes('\0')),
);

/** A person's fiscal code with its right check character, however it was typed. */
export const personFiscalCode = z.string().check(z.overwrite(normalizeFiscalCode), z.refine(isValidFiscalCode));

export const vat = z.string().check(z.trim(), z.refine(isValidVat));

/** A company's fiscal code: as a VAT number is made, or a person's. */
export const companyFiscalCode = z.string().check(
  z.overwrite(normalizeFiscalCode),
  z.refine((code) => isValidVat(code) || isValidFiscalCode(code)),
);

export const ean = z.string().check(z.trim(), z.refine(isValidEan));

export const email = z.string().check(
  z.trim(),
  z.maxLength(254),
  z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/),
  z.refine((value) => !value.includes('\0')),
);

/** What a protein-free dossier has each month, in euro and whole cents. */
export const monthlyAmount = z.number().check(
  z.positive(),
  z.maximum(99_999),
  z.refine((value) => roundToCents(money(value)).eq(money(value))),
);

/** A month by its first day, whichever day of it was given. */
export const month = z.iso.date().check(
  z.refine((day) => day >= '1900' && day < '9999'),
  z.overwrite((day) => `${day.slice(0, 7)}-01`),
);

/** The merchant's code of a cancellation: digits, as it is typed at the till. */
export const cancelCode = z.string().check(z.trim(), z.regex(/^\d{5,12}$/));

/** The number of a paper voucher, however it was typed. */
export const sheetNumber = z.string().check(
  z.overwrite((number) => number.replace(/\s+/g, '').toUpperCase()),
  z.regex(/^[A-Z\d/-]{1,30}$/),
);

/** Of Italy, so that the two cannot be swapped: each is out of the other's bounds. */
export const latitude = z.number().check(z.minimum(35), z.maximum(48));
export const longitude = z.number().check(z.minimum(6), z.maximum(19));

/** A day from 1900 that is not in the future. */
export const birthDate = z.iso.date().check(z.refine((day) => day >= '1900' && day <= romeDay(new Date())));

const MOST_IDS = 200;

/** What a row is connected with. */
export const rowIds = z.array(requestId).check(z.maxLength(MOST_IDS));

export const disabled = z.optional(z.boolean());

/** The version of the row that a change was made from. */
export const version = z.int().check(z.minimum(1));
