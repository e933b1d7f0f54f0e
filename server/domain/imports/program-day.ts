import type { Day } from '#contract/rules/dates.ts';
import { type DayMeaning, readDay, readText } from '#contract/rules/typed-text.ts';

/** Midnight as databases write it, the twelve hours of England too, with a zone. */
const MIDNIGHT =
  /(?:[T :-]\s?|(?<=^\d{8}))(?:0{1,2}[:.]?00(?:[:.]?00(?:[.,:]0+)?)?|12(?:[:.]00(?:[:.]00(?:[.,:]0+)?)?)?(?<morning>\s?a\.?\s?m\.?))(?:\s?(?:Z|UTC|GMT|CES?T|[+-]\d{2}(?::?\d{2})?|\[?Europe\/Rome\]?)){0,3}$/i;
/** The day of the week in front of a day whose month is a word. */
const WEEKDAY = /^(?:\p{L}+d[iì]|sabato|domenica|\p{L}{3}),?\s(?=\d{1,2}\s\p{L})/iu;
/** The order of English with the month as a word. */
const WORD_FIRST = /^([a-z]{3,10}\.?)\s(\d{1,2})(?:,\s?|\s)(\d{4})$/i;
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
  const written = readText(cell.normalize('NFKC'));
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
