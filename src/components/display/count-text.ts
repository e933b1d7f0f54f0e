import { useTranslate } from '@refinedev/core';
import { formatCount } from '#contract/rules/numbers.ts';

/** A number as it is shown; one that is not exact as 'oltre 10.000' (rules §1). */
export function useCountText(): (count: number, hasMore?: boolean) => string {
  const translate = useTranslate();
  return (count, hasMore = false) =>
    hasMore ? translate('table:over', { n: formatCount(count) }) : formatCount(count);
}
