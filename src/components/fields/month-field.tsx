import { useState } from 'react';
import type { Day } from '#contract/rules/dates.ts';
import { DateField } from './date-field.tsx';
import { fromDay } from './day.ts';

interface MonthFieldProps {
  readonly label: string;
  /** Any day of the month. */
  readonly value: Day;
  /** Receives the first day of the month. The field cannot be empty. */
  readonly onChange: (value: Day) => void;
}

/** A month that is always chosen: what is typed counts once it is a month, and is gone when the field is left before. */
export function MonthField({ label, value, onChange }: MonthFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <DateField
      label={label}
      unit="month"
      value={typed ?? value}
      onChange={(next) => {
        const isMonth = fromDay(next).isValid();
        setTyped(isMonth ? null : next);
        if (isMonth) onChange(next);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
