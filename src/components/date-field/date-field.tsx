import { CalendarOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button, Input } from 'antd';
import { useId, useRef } from 'react';
import { formatDay } from '#contract/rules/dates.ts';
import { FieldError } from '../field-error/field-error.tsx';
import styles from './date-field.module.css';
import { parseDay } from './parse-day.ts';

interface DateFieldProps {
  readonly label: string;
  /** As it stands in the field, which may be no day yet; `parseDay` reads it. */
  readonly value: string;
  readonly onChange: (typed: string) => void;
  /** What is wrong with it, translated. */
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
}

/**
 * A day, typed as dd/mm/yyyy or picked from the browser's own calendar: the date field of the browser alone would
 * follow the browser's language, and that of antd is too heavy (design §5).
 */
export function DateField({ label, value, onChange, error, isRequired = false }: DateFieldProps) {
  const translate = useTranslate();
  const id = useId();
  const calendar = useRef<HTMLInputElement>(null);
  const day = parseDay(value);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.control}>
        <Input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          placeholder={translate('common:date.placeholder')}
          value={value}
          status={error === undefined ? '' : 'error'}
          aria-required={isRequired}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-error`}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => {
            if (day !== null) onChange(formatDay(day));
          }}
        />
        <input
          ref={calendar}
          className={styles.calendar}
          type="date"
          tabIndex={-1}
          aria-hidden
          value={day ?? ''}
          onChange={(event) => onChange(event.target.value && formatDay(event.target.value))}
        />
        <Button
          icon={<CalendarOutlined aria-hidden />}
          aria-label={translate('common:date.pick', { label })}
          onClick={() => calendar.current?.showPicker()}
        />
      </div>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}
