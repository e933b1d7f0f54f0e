import type { Money } from '#contract/rules/money.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

/** Recognized by its method, so that screens without amounts need not load their code. */
function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null && 'cmp' in value;
}

/** A value as text; anything but a string as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Compares two values of a field by type: amounts, numbers, instants with any offset, all others as Italian text. An
 * empty value comes first.
 */
export function compareValues(one: unknown, other: unknown): number {
  if (one === undefined || other === undefined) return Number(one !== undefined) - Number(other !== undefined);
  if (isMoney(one) && isMoney(other)) return one.cmp(other);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [a, b] = [valueText(one), valueText(other)];
  return INSTANT.test(a) && INSTANT.test(b) ? Date.parse(a) - Date.parse(b) : a.localeCompare(b, 'it');
}
