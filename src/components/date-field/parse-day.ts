import type { Day } from '#contract/rules/dates.ts';

const SEPARATED = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ]([12]\d{3})$/;
const JOINED = /^(\d{2})(\d{2})([12]\d{3})$/;

/**
 * The day that was typed as dd/mm/yyyy; dots, dashes, spaces or nothing may stand between its parts.
 * @returns null for what is no day of the calendar
 */
export function parseDay(typed: string): Day | null {
  const text = typed.trim();
  const [, day = '', month = '', year = ''] = SEPARATED.exec(text) ?? JOINED.exec(text) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const instant = Date.parse(`${iso}T00:00:00Z`);
  if (Number.isNaN(instant)) return null;
  // The 31st of a shorter month is taken for a day of the next one by some browsers.
  return new Date(instant).toISOString().startsWith(iso) ? iso : null;
}
