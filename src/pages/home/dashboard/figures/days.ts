import { type Day, addDays, formatDay } from '#contract/rules/dates.ts';

/** The days from the first to the last, both included; empty if the last is before the first. */
export function daysBetween(first: Day, last: Day): Day[] {
  const days: Day[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** A day as `dd/MM`, short enough for a column's label. */
export function dayAndMonth(day: Day): string {
  return formatDay(day).slice(0, 5);
}

/** The Monday of the day's week. */
export function mondayOf(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** The month of a day, `YYYY-MM`. */
export function monthOfDay(day: Day): string {
  return day.slice(0, 7);
}

/** The month this many months before, `YYYY-MM`. */
export function monthsBefore(month: string, months: number): string {
  const moved = new Date(`${month}-01T00:00:00Z`);
  moved.setUTCMonth(moved.getUTCMonth() - months);
  return moved.toISOString().slice(0, 7);
}

/** A month for the screen, `MM/yyyy`. */
export function formatMonth(month: string): string {
  return `${month.slice(5, 7)}/${month.slice(0, 4)}`;
}
