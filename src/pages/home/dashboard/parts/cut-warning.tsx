import { useTranslate } from '@refinedev/core';
import { formatDay } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { Icon } from '#src/components/layout/icon.tsx';
import styles from '../dashboard.module.css';
import type { Coverage } from '../figures/coverage.ts';

interface CutWarningProps {
  readonly of: 'purchases' | 'orders';
  readonly coverage: Coverage;
}

/** A warning before the figures: how many rows are missing, and from which day the figures are complete. */
export function CutWarning({ of, coverage: { from, wholeFrom, cut } }: CutWarningProps) {
  const translate = useTranslate();
  if (!cut) return null;
  const text = wholeFrom > from ? 'cutOneDay' : 'cut';
  return (
    <p className={styles.warning}>
      <Icon shape="warning" />
      <span>
        {translate(`dashboard:${of}.${text}`, {
          read: formatCount(cut.read),
          total: formatCount(cut.total),
          from: formatDay(from),
        })}
      </span>
    </p>
  );
}
