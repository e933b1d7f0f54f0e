import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { today } from '#contract/rules/clock.ts';
import { type Day, addDays, firstOfMonth, mondayOf, monthOf } from '#contract/rules/dates.ts';
import type { PeriodInput } from '#src/providers/data/filter-values.ts';
import styles from './period-form.module.css';

/** First and last day. */
interface Days {
  readonly first: Day;
  readonly last: Day;
}

const MONTHS_OF_QUARTER = 3;

function weekOf(day: Day): Days {
  const first = mondayOf(day);
  return { first, last: addDays(first, 6) };
}

function quarterOf(day: Day): Days {
  const monthsBefore = (Number(day.slice(5, 7)) - 1) % MONTHS_OF_QUARTER;
  const first = firstOfMonth(day, -monthsBefore);
  return { first, last: monthOf(firstOfMonth(first, MONTHS_OF_QUARTER - 1)).last };
}

/** The most common periods, from today. */
const PRESETS: Readonly<Record<string, (today: Day) => Days>> = {
  today: (today) => ({ first: today, last: today }),
  thisWeek: weekOf,
  thisMonth: monthOf,
  lastMonth: (today) => monthOf(firstOfMonth(today, -1)),
  thisQuarter: quarterOf,
};

interface PeriodPresetsProps {
  /** What react-hook-form's form of any values with a period offers. */
  readonly form: {
    readonly setValue: (name: keyof PeriodInput, day: Day) => void;
    readonly trigger: () => Promise<boolean>;
    readonly formState: { readonly isSubmitted: boolean };
  };
}

/** A button for each of the most common periods, which fills in the fields. Today is the day in Rome (design §3). */
export function PeriodPresets({ form }: PeriodPresetsProps) {
  const translate = useTranslate();
  const { setValue, trigger, formState } = form;
  // Read while rendering: react-hook-form follows only the states that are read then.
  const { isSubmitted } = formState;
  return (
    <div className={styles.presets} role="group" aria-label={translate('period:preset.label')}>
      {Object.entries(PRESETS).map(([name, periodOf]) => (
        <Button
          key={name}
          size="small"
          onClick={() => {
            const { first, last } = periodOf(today());
            setValue('dateStart', first);
            setValue('dateEnd', last);
            if (isSubmitted) void trigger();
          }}
        >
          {translate(`period:preset.${name}`)}
        </Button>
      ))}
    </div>
  );
}
