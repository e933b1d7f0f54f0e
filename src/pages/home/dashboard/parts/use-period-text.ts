import { useTranslate } from '@refinedev/core';
import { formatDay } from '#contract/rules/dates.ts';
import type { Coverage } from '../figures/coverage.ts';

/** The texts that name the period: the whole one, or from the first day with figures. */
export function usePeriodText(of: 'purchases' | 'orders', { from, cut }: Coverage): (name: string) => string {
  const translate = useTranslate();
  const period = cut ? 'since' : 'whole';
  return (name) => translate(`dashboard:${of}.${period}.${name}`, { from: formatDay(from) });
}
