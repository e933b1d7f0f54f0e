import * as z from 'zod/mini';
import {
  birthDate,
  companyFiscalCode,
  ean,
  email,
  latitude,
  longitude,
  monthlyAmount,
  personFiscalCode,
  pharmacyCode,
  username,
  vat,
  webAddress,
} from '#contract/admin/fields.ts';
import type { LineReason } from '#contract/admin/imports.ts';
import type { Day } from '#contract/rules/dates.ts';
import { foldText } from '#contract/rules/folded-text.ts';
import { formatUnitPrice, isValidUnitPrice, money } from '#contract/rules/money.ts';
import { type DayMeaning, readAmount, readDay, readText } from '#contract/rules/typed-text.ts';
import { normalizeVat } from '#contract/rules/vat.ts';
import { shortText } from '#contract/request.ts';
import en from '../../public/locales/en/admin-imports.json' with { type: 'json' };
import it from '../../public/locales/it/admin-imports.json' with { type: 'json' };
import type { Reading } from './sheet.ts';

/** A text for comparison: letters and digits in lower case without accents. */
export function compact(text: string): string {
  return foldText(text).replace(/[^a-z0-9]/g, '');
}

/** Midnight as databases write it, the twelve hours of England too, with a zone. */
const MIDNIGHT =
  /(?:[T :-]\s?|(?<=^\d{8}))(?:0{1,2}[:.]?00(?:[:.]?00(?:[.,:]0+)?)?|12(?:[:.]00(?:[:.]00(?:[.,:]0+)?)?)?(?<morning>\s?a\.?\s?m\.?))(?:\s?(?:Z|UTC|GMT|CES?T|[+-]\d{2}(?::?\d{2})?|\[?Europe\/Rome\]?)){0,3}$/i;
/** The day of the week in front of a day whose month is a word. */
const WEEKDAY = /^(?:\p{L}+d[iì]|sabato|domenica|\p{L}{3}),?\s(?=\d{1,2}[°o]?\s\p{L}|\p{L}{3}\s\d)/iu;
/** As Java writes an instant, with its year at the end: `Fri Feb 01 00:00:00 CET 1980`. */
const YEAR_LAST = /^(\p{L}{3}\s\p{L}{3}\s\d{1,2}) (00:00:00 [A-Z]{3,4}) (\d{4})$/iu;
/** The zone of a day alone in XML. */
const ZONE = /(?<=^\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:\d\d)$/;
/** The order of English with the month as a word. */
const WORD_FIRST = /^([a-z]{3,10}\.?)[\s-](\d{1,2})(?:,\s?|[\s-])(\d{4})$/i;
/** As SAS writes a day: `01FEB1980`. */
const UNDIVIDED = /^(\d{1,2})([a-z]{3,10})(\d{4}|\d{2})$/i;
const FIGURES = /^(\d{1,2})\D(\d{1,2})\D/;
const MONTHS = 12;

/**
 * Reads a day as databases and spreadsheets write it, besides the forms of people (`readDay`): with the midnight of
 * Oracle, SQL Server, DB2 or Access, with the day of the week, or in the order of English where the month is a word.
 * undefined for anything else, and where `12:00 AM` stands behind figures that may be month and day.
 */
export function readProgramDay(cell: string, meaning: DayMeaning): Day | undefined {
  const written = readText(cell.normalize('NFKC')).replace(YEAR_LAST, '$1 $3 $2').replace(ZONE, '');
  const midnight = MIDNIGHT.exec(written);
  const text = written
    .replace(MIDNIGHT, '')
    .replace(WEEKDAY, '')
    .replace(WORD_FIRST, '$2 $1 $3')
    .replace(UNDIVIDED, '$1 $2 $3');
  const [, first, second] = FIGURES.exec(text) ?? [];
  const isEnglish = midnight?.groups?.morning !== undefined;
  if (isEnglish && first !== undefined && Number(first) <= MONTHS && Number(first) !== Number(second)) return undefined;
  return readDay(text, meaning);
}

export type CellValue = string | number | readonly string[];

/** Why a cell is invalid; `words` are the allowed values, or what the cell may mean. */
interface CellProblem {
  readonly reason: LineReason;
  readonly words?: readonly string[];
}

/** Reads a cell into its value or its problem. */
export type CellReader = (cell: string, reading: Reading) => { readonly value: CellValue } | CellProblem;

/** Reads a cell with the schema that the form of the same field uses. */
function fits(schema: z.ZodMiniType<CellValue>, reason: LineReason): CellReader {
  return (cell) => {
    const { success, data } = z.safeParse(schema, cell);
    return success ? { value: data } : { reason };
  };
}

/** Reads a code. Checks its length first: spreadsheets drop leading zeros. */
function code(lengths: readonly number[], schema: z.ZodMiniType<CellValue>, reason: LineReason): CellReader {
  const read = fits(schema, reason);
  return (cell, reading) => {
    const text = normalizeVat(cell);
    return lengths.includes(text.length) ? read(text, reading) : { reason: 'LENGTH' };
  };
}

export const short = fits(shortText, 'TEXT');
export const vatNumber = code([11], vat, 'VAT');

/** What people write around such a word: `Dieta aproteica`, `Prodotti senza glutine`. */
const NO_MEANING = /^(?:alimenti|dieta|prodott[io])\s/i;

/** One of the words, its label on the screen, or another text for it, in any case and with or without accents. */
export function word<const W extends string>(
  field: keyof typeof it.value,
  words: readonly W[],
  also?: Readonly<Partial<Record<W, readonly string[]>>>,
): CellReader {
  const labels: readonly Readonly<Record<string, string>>[] = [it.value[field], en.value[field]];
  const values = new Map(
    words.flatMap((value) =>
      [value, ...labels.flatMap((texts) => texts[value] ?? []), ...(also?.[value] ?? [])].map(
        (text) => [compact(text), value] as const,
      ),
    ),
  );
  return (cell) => {
    const value = values.get(compact(cell.replace(NO_MEANING, '')));
    return value === undefined ? { reason: 'WORD', words } : { value };
  };
}

/** Other texts for the kinds of §4. */
const DIETS: Readonly<Record<string, readonly string[]>> = {
  CELIAC: ['Celiaco', 'Celiaca', 'Celiaci', 'Morbo celiaco', 'Malattia celiaca', 'Senza glutine', 'Gluten free'],
  PROTEIN_FREE: ['Aproteica', 'Aproteici', 'Ipoproteico', 'Ipoproteica'],
};

/** The kind of a dossier or a product: its code, or one of its names. */
export function kindWord(field: 'categoryType' | 'dossierType'): CellReader {
  const readers = new WeakMap<Reading['kinds'], CellReader>();
  const readerFor = (kinds: Reading['kinds']) => {
    const names = kinds.map(
      ({ code, name_it, name_en }) => [code, [name_it, name_en, ...(DIETS[code] ?? [])]] as const,
    );
    return word(
      field,
      kinds.map(({ code }) => code),
      Object.fromEntries(names),
    );
  };
  return (cell, reading) => {
    const read = readers.get(reading.kinds) ?? readerFor(reading.kinds);
    readers.set(reading.kinds, read);
    return read(cell, reading);
  };
}

function numeric(schema: z.ZodMiniType<number>, reason: LineReason): CellReader {
  return (cell) => {
    const read = readAmount(cell);
    if (read.kind === 'ambiguous')
      return { reason: 'AMBIGUOUS', words: read.readings.map((reading) => formatUnitPrice(money(reading))) };
    const { success, data } = z.safeParse(schema, read.kind === 'amount' ? Number(read.value) : NaN);
    return success ? { value: data } : { reason };
  };
}

/** A coordinate has decimals after its only point or comma, for it has no thousands. */
function coordinate(schema: z.ZodMiniType<number>): CellReader {
  return (cell) => {
    const { success, data } = z.safeParse(schema, Number(cell.replace(',', '.').replace(/°$/, '')));
    return success ? { value: data } : { reason: 'COORDINATE' };
  };
}

export const amountPerMonth = numeric(monthlyAmount, 'AMOUNT');
export const price = numeric(
  z.number().check(
    z.maximum(100_000),
    z.refine((value) => isValidUnitPrice(money(value))),
  ),
  'AMOUNT',
);

const dateOfBirth: CellReader = (cell, { today }) => {
  const day = readProgramDay(cell, { today, isBirth: true });
  if (day === undefined) return { reason: 'DATE' };
  if (day > today) return { reason: 'FUTURE_DATE' };
  return z.safeParse(birthDate, day).success ? { value: day } : { reason: 'DATE' };
};

const READERS = new Map<unknown, CellReader>([
  [webAddress, fits(webAddress, 'WEB')],
  [username, fits(username, 'USERNAME')],
  [email, fits(email, 'EMAIL')],
  [personFiscalCode, code([11, 16], personFiscalCode, 'FISCAL_CODE')],
  [companyFiscalCode, code([11, 16], companyFiscalCode, 'FISCAL_CODE')],
  [vat, vatNumber],
  [ean, code([8, 12, 13, 14], ean, 'EAN')],
  [pharmacyCode, fits(pharmacyCode, 'PHARMACY_CODE')],
  [latitude, coordinate(latitude)],
  [longitude, coordinate(longitude)],
  [birthDate, dateOfBirth],
]);

/**
 * The reader of cells for a field of a form; a text without a format of its own is any text.
 * @throws Error for a field whose column must say how it is read
 */
export function readerOf(schema: z.ZodMiniType | undefined): CellReader {
  const inner = schema instanceof z.ZodMiniOptional ? (schema.def.innerType as z.ZodMiniType) : schema;
  const read = READERS.get(inner) ?? (inner instanceof z.ZodMiniString ? fits(inner, 'TEXT') : undefined);
  if (read === undefined) throw new Error('a column without a reader');
  return read;
}

const MAX_PARTS = 200;

/** Several values in one cell, without repetitions. */
export function several(separator: RegExp, each: CellReader, sorted: boolean): CellReader {
  return (cell, reading) => {
    const parts = cell.split(separator).map((part) => part.trim());
    const values = new Set<string>();
    for (const part of parts) {
      if (part === '') continue;
      const read = each(part, reading);
      if ('reason' in read) return read;
      values.add(String(read.value));
    }
    if (values.size > MAX_PARTS) return { reason: 'TEXT' };
    return { value: sorted ? [...values].sort() : [...values] };
  };
}
