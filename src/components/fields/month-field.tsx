import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/en-gb';
import 'dayjs/locale/it';
import type { Day } from '#contract/rules/dates.ts';
import { toDay } from './day.ts';
import { FormField } from './form-field.tsx';

interface MonthFieldProps {
  readonly label: string;
  /** Any day of the month. */
  readonly value: Day;
  /** Receives the first day of the month. The field cannot be empty. */
  readonly onChange: (value: Day) => void;
}

/** A month, chosen in antd's calendar or typed as 10/2026. */
export function MonthField({ label, value, onChange }: MonthFieldProps) {
  return (
    <FormField label={label}>
      {(input) => (
        <DatePicker
          {...input}
          picker="month"
          format={['MM/YYYY', 'M/YYYY', 'MMYYYY']}
          inputMode="numeric"
          allowClear={false}
          value={dayjs(value)}
          onChange={(picked: Dayjs | null) => {
            if (picked) onChange(toDay(picked.startOf('month')));
          }}
        />
      )}
    </FormField>
  );
}
