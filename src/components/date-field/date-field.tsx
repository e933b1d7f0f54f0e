import { useTranslate } from '@refinedev/core';
import { ConfigProvider, DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/en-gb';
import 'dayjs/locale/it';
import { type ComponentPropsWithRef, type Ref, createContext, use, useId, useState } from 'react';
import { FieldError } from '../field-error/field-error.tsx';
import styles from './date-field.module.css';
import { WRITTEN, parseDay, toDay } from './day.ts';

interface DateFieldProps {
  readonly ref?: Ref<{ focus: () => void }>;
  readonly label: string;
  /** A day, YYYY-MM-DD, or what has been typed while it is none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong with it, translated. */
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  /** Whether the first day of a month stands for the month; a day when not given. */
  readonly unit?: 'date' | 'month';
}

interface Typing {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onEnter: () => void;
}

const TypingContext = createContext<Typing>({ text: '', onType: () => undefined, onEnter: () => undefined });

/**
 * The input of the picker, whose text is the form's: of a text that is no date antd tells the form nothing, and the form
 * could neither say what is wrong with it nor take it away.
 */
function TypedInput(props: ComponentPropsWithRef<'input'>) {
  const { text, onType, onEnter } = use(TypingContext);
  return (
    <input
      {...props}
      inputMode="numeric"
      value={text}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={(event) => {
        // Enter sends the form; antd would open the calendar above it.
        if (event.key === 'Enter') onEnter();
        else props.onKeyDown?.(event);
      }}
    />
  );
}

const COMPONENTS = { input: TypedInput };

/** antd's words, but for two: month and year of the calendar are named by what stands on them, not by what they open. */
function useCalendarLocale() {
  const calendar = use(ConfigProvider.ConfigContext).locale?.DatePicker;
  return calendar && { ...calendar, lang: { ...calendar.lang, monthSelect: '', yearSelect: '' } };
}

/** A day or a month, picked from antd's calendar or typed, which is the keyboard's way: 01/10/2026, 1/10/2026 or 01102026. */
export function DateField(props: DateFieldProps) {
  const { ref, label, value, onChange, error, isRequired = false, unit = 'date' } = props;
  const translate = useTranslate();
  const id = useId();
  const locale = useCalendarLocale();
  const [isOpen, setIsOpen] = useState(false);
  /** The day as it is being typed, which the field keeps until it is left. */
  const [typed, setTyped] = useState({ text: '', value: '' });
  const date = dayjs(value, 'YYYY-MM-DD', true);
  const shown = date.isValid() ? date.format(WRITTEN[unit]) : value;

  const typing: Typing = {
    text: typed.value === value && typed.text !== '' ? typed.text : shown,
    onType: (text) => {
      const next = parseDay(text, unit) ?? text;
      setTyped({ text, value: next });
      onChange(next);
    },
    onEnter: () => setIsOpen(false),
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <TypingContext value={typing}>
        <DatePicker
          ref={ref as never}
          id={id}
          className={styles.picker ?? ''}
          classNames={{ popup: { root: styles.calendar ?? '' } }}
          components={COMPONENTS}
          {...(locale && { locale })}
          picker={unit}
          format={WRITTEN[unit]}
          placeholder={translate(`common:date.${unit}`)}
          preserveInvalidOnBlur
          value={date.isValid() ? date : null}
          // The browser's day need not be that of Rome, which the presets have.
          showNow={false}
          open={isOpen}
          status={error === undefined ? '' : 'error'}
          aria-required={isRequired}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-error`}
          onOpenChange={setIsOpen}
          onBlur={() => setTyped({ text: '', value: '' })}
          onChange={(picked: Dayjs | null) => onChange(picked ? toDay(picked.startOf(unit)) : '')}
        />
      </TypingContext>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}
