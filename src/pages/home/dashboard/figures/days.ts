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
