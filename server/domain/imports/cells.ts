import * as z from 'zod/mini';
import type { LineReason } from '#contract/entities/admin/import.ts';
import {
  birthDate,
  companyFiscalCode,
  ean,
  email,
  longText,
  monthlyAmount,
  personFiscalCode,
  vat,
} from '#contract/calls/admin/fields.ts';
import { latitude as latitudeOf, longitude as longitudeOf } from '#contract/calls/admin/fields.ts';
import { isValidUnitPrice, money } from '#contract/rules/money.ts';
import { shortText } from '#contract/request.ts';

export type CellValue = string | number | readonly string[];

/** Why a cell is invalid; `words` are the allowed values. */
interface CellProblem {
  readonly reason: LineReason;
  readonly words?: readonly string[];
}

/** Reads a cell into its value or its problem. `today` is the day in Europe/Rome. */
export type CellReader = (cell: string, today: string) => { readonly value: CellValue } | CellProblem;

/** Reads a cell with the schema that the form of the same field uses. */
function fits(schema: z.ZodMiniType<CellValue>, reason: LineReason): CellReader {
  return (cell) => {
    const { success, data } = z.safeParse(schema, cell);
    return success ? { value: data } : { reason };
  };
}

/** Checks the length of a code first: spreadsheets drop leading zeros. */
function ofLength(lengths: readonly number[], read: CellReader): CellReader {
  return (cell, today) => (lengths.includes(cell.replace(/\s/g, '').length) ? read(cell, today) : { reason: 'LENGTH' });
}

export const short = fits(shortText, 'TEXT');
export const long = fits(longText, 'TEXT');
export const personCode = ofLength([16], fits(personFiscalCode, 'FISCAL_CODE'));
export const companyCode = ofLength([11, 16], fits(companyFiscalCode, 'FISCAL_CODE'));
export const vatNumber = ofLength([11], fits(vat, 'VAT'));
export const eanCode = ofLength([13], fits(ean, 'EAN'));
export const mailbox = fits(email, 'EMAIL');

/** One of the words, in any case. */
export function word(words: readonly string[]): CellReader {
  return (cell) => {
    const value = cell.toUpperCase();
    return words.includes(value) ? { value } : { reason: 'WORD', words };
  };
}

/** A number with a decimal point or comma; NaN for anything else. */
function numberOf(cell: string): number {
  return /^[+-]?\d{1,12}([.,]\d{1,15})?$/.test(cell) ? Number(cell.replace(',', '.')) : NaN;
}

function numeric(schema: z.ZodMiniType<number>, reason: LineReason): CellReader {
  return (cell) => {
    const { success, data } = z.safeParse(schema, numberOf(cell));
    return success ? { value: data } : { reason };
  };
}

export const latitude = numeric(latitudeOf, 'COORDINATE');
export const longitude = numeric(longitudeOf, 'COORDINATE');
export const amountPerMonth = numeric(monthlyAmount, 'AMOUNT');
export const price = numeric(
  z.number().check(
    z.maximum(100_000),
    z.refine((value) => isValidUnitPrice(money(value))),
  ),
  'AMOUNT',
);

/** A day as `YYYY-MM-DD`, or as `DD/MM/YYYY`, the usual Italian form. */
function dayOf(cell: string): string {
  const italian = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(cell);
  if (italian === null) return cell;
  const [, day = '', month = '', year = ''] = italian;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

export const dateOfBirth: CellReader = (cell, today) => {
  const day = dayOf(cell);
  if (!z.safeParse(z.iso.date(), day).success) return { reason: 'DATE' };
  if (day > today) return { reason: 'FUTURE_DATE' };
  return z.safeParse(birthDate, day).success ? { value: day } : { reason: 'DATE' };
};

const MAX_PARTS = 200;

/** Several values in one cell, without repetitions. */
export function several(separator: RegExp, each: CellReader, sorted: boolean): CellReader {
  return (cell, today) => {
    const parts = cell.split(separator).map((part) => part.trim());
    const values = new Set<string>();
    for (const part of parts) {
      if (part === '') continue;
      const read = each(part, today);
      if ('reason' in read) return read;
      values.add(String(read.value));
    }
    if (values.size > MAX_PARTS) return { reason: 'TEXT' };
    return { value: sorted ? [...values].sort() : [...values] };
  };
}
