import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { romeDay } from '#contract/rules/dates.ts';
import { toDay } from '../date-field/day.ts';
import styles from './period-form.module.css';
import type { PeriodValues } from './period-schema.ts';

type Period = Pick<PeriodValues, 'dateStart' | 'dateEnd'>;

const MONTHS_OF_QUARTER = 3;

function monthOf(day: Dayjs): [Dayjs, Dayjs] {
  return [day.startOf('month'), day.endOf('month')];
}

function weekOf(day: Dayjs): [Dayjs, Dayjs] {
  const monday = day.subtract((day.day() + 6) % 7, 'day');
  return [monday, monday.add(6, 'day')];
}

function quarterOf(day: Dayjs): [Dayjs, Dayjs] {
  const first = day.startOf('month').subtract(day.month() % MONTHS_OF_QUARTER, 'month');
  return [first, first.add(MONTHS_OF_QUARTER - 1, 'month').endOf('month')];
}

/** First and last day of the most common periods, from today. */
const PRESETS: Readonly<Record<string, (today: Dayjs) => [Dayjs, Dayjs]>> = {
  today: (today) => [today, today],
  thisWeek: weekOf,
  thisMonth: monthOf,
  lastMonth: (today) => monthOf(today.subtract(1, 'month')),
  thisQuarter: quarterOf,
};

/** A button for each of the most common periods. Today is the day in Rome (design §3). */
export function PeriodPresets({ onChoose }: { readonly onChoose: (period: Period) => void }) {
  const translate = useTranslate();
  return (
    <div className={styles.presets} role="group" aria-label={translate('period:preset.label')}>
      {Object.entries(PRESETS).map(([name, periodOf]) => (
        <Button
          key={name}
          size="small"
          onClick={() => {
            const [first, last] = periodOf(dayjs(romeDay(new Date())));
            onChoose({ dateStart: toDay(first), dateEnd: toDay(last) });
          }}
        >
          {translate(`period:preset.${name}`)}
        </Button>
      ))}
    </div>
  );
}
