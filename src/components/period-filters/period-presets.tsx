import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { type Day, addDays, formatDay, monthOf, romeDay } from '#contract/rules/dates.ts';
import type { FilterDraft } from './filter-draft.ts';
import styles from './period-filters.module.css';

type Period = Pick<FilterDraft, 'dateStart' | 'dateEnd'>;

function monthPeriod(day: Day): Period {
  const { first, last } = monthOf(day);
  return { dateStart: formatDay(first), dateEnd: formatDay(last) };
}

/** The periods that are billed most, each by one button: this month and the last one. */
export function PeriodPresets({ onChoose }: { readonly onChoose: (period: Period) => void }) {
  const translate = useTranslate();
  const thisMonth = () => monthPeriod(romeDay(new Date()));
  const lastMonth = () => monthPeriod(addDays(monthOf(romeDay(new Date())).first, -1));
  return (
    <div className={styles.presets} role="group" aria-label={translate('period:preset.label')}>
      <Button size="small" onClick={() => onChoose(thisMonth())}>
        {translate('period:preset.thisMonth')}
      </Button>
      <Button size="small" onClick={() => onChoose(lastMonth())}>
        {translate('period:preset.lastMonth')}
      </Button>
    </div>
  );
}
