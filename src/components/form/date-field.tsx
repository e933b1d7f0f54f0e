import { useTranslate } from '@refinedev/core';
import { ConfigProvider, DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/en-gb';
import 'dayjs/locale/it';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { type ComponentPropsWithRef, createContext, type Ref, use, useState } from 'react';
import { isOwnDayRight, today } from '#contract/rules/clock.ts';
import type { Day } from '#contract/rules/dates.ts';
import { readDay, readMonth } from '#contract/rules/typed-text.ts';
import styles from './form.module.css';
import { FormField, type FormFieldProps, withTyped } from './form-field.tsx';

dayjs.extend(customParseFormat);

const DISPLAY_FORMATS = { date: 'DD/MM/YYYY', month: 'MM/YYYY' } as const;

/** What a date field holds: a day, the day of a birth, or a month by its first day. */
type DateUnit = keyof typeof DISPLAY_FORMATS | 'birth';

/** A text whose year is written out. One of two digits may be the beginning of another. */
const FULL_YEAR = { date: /(?:^|\D)\d{4}(?:\D|$)|^\s*\d{8}\s*$/, month: /(?:^|\D)\d{4}(?:\D|$)|^\s*\d{6}\s*$/ };

/** A day as YYYY-MM-DD, as antd's calendar takes it. */
const ISO = 'YYYY-MM-DD';

/** An invalid Dayjs for a text that is no day. */
function fromDay(value: string): Dayjs {
  return dayjs(value, ISO, true);
}

/** Reads a typed day, or a month, which gives its first day (rules §11). undefined for no date. */
export function parseDay(typed: string, unit: DateUnit): Day | undefined {
  const meaning = { today: today(), isBirth: unit === 'birth' };
  return unit === 'month' ? readMonth(typed, meaning) : readDay(typed, meaning);
}

/** As `parseDay`, while somebody types: a year of two digits is not finished. */
export function parseUnfinishedDay(typed: string, unit: DateUnit): Day | undefined {
  return FULL_YEAR[unit === 'month' ? 'month' : 'date'].test(typed) ? parseDay(typed, unit) : undefined;
}

interface DateFieldProps extends Omit<FormFieldProps, 'className' | 'children'> {
  readonly ref?: Ref<{ focus: () => void }>;
  /** A day as YYYY-MM-DD, or the typed text while it is no valid day. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isRequired?: boolean;
  readonly unit?: DateUnit;
  /** Called after the last change. */
  readonly onBlur?: () => void;
}

interface Typing {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onEnter: () => void;
}

const TypingContext = createContext<Typing>({ text: '', onType: () => undefined, onEnter: () => undefined });

/**
 * The input of the picker. Its text belongs to the form, because antd does not report a text that is no date: the form
 * could neither show the error nor clear it.
 */
function TypedInput(props: ComponentPropsWithRef<'input'>) {
  const { text, onType, onEnter } = use(TypingContext);
  return (
    <input
      {...props}
      value={text}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={(event) => {
        // Enter submits the form. antd would open the calendar.
        if (event.key === 'Enter') onEnter();
        else props.onKeyDown?.(event);
      }}
    />
  );
}

const COMPONENTS = { input: TypedInput };

/** antd's texts, except for two: the buttons for month and year have the name of their month and year. */
function useCalendarLocale() {
  const calendar = use(ConfigProvider.ConfigContext).locale?.DatePicker;
  return calendar && { ...calendar, lang: { ...calendar.lang, monthSelect: '', yearSelect: '' } };
}

/** A day or a month, chosen in antd's calendar or typed as people write it: 01/10/2026, 1.10.26, 01102026. */
export function DateField(props: DateFieldProps) {
  const { ref, label, value, onChange, error, hint, isNeeded = false, unit = 'date', onBlur } = props;
  const { isRequired = isNeeded } = props;
  const translate = useTranslate();
  const locale = useCalendarLocale();
  const [isOpen, setIsOpen] = useState(false);
  /** The field keeps the typed text until it loses the focus. */
  const [typed, setTyped] = useState({ text: '', value: '' });
  const picker = unit === 'month' ? 'month' : 'date';
  const date = fromDay(value);
  const shown = date.isValid() ? date.format(DISPLAY_FORMATS[picker]) : value;
  const told = error === undefined || date.isValid() ? error : withTyped(value, error, translate);

  /** Reads what was typed to its end, a year of two digits too. */
  function finish(): void {
    const read = date.isValid() ? undefined : parseDay(value, unit);
    if (read !== undefined) onChange(read);
  }

  const typing: Typing = {
    text: typed.value === value && typed.text !== '' ? typed.text : shown,
    onType: (text) => {
      const next = parseUnfinishedDay(text, unit) ?? text;
      setTyped({ text, value: next });
      onChange(next);
    },
    onEnter: () => {
      setIsOpen(false);
      finish();
    },
  };
  return (
    <FormField label={label} error={told} hint={hint} isNeeded={isNeeded}>
      {(input) => (
        <TypingContext value={typing}>
          <DatePicker
            {...input}
            ref={ref as never}
            classNames={{
              popup: { root: [styles.calendar, !isOwnDayRight() && styles.withoutToday].filter(Boolean).join(' ') },
            }}
            // The calendar shows the day that is typed, and without one the server's day.
            {...(!date.isValid() && { defaultPickerValue: fromDay(today()) })}
            components={COMPONENTS}
            {...(locale && { locale })}
            picker={picker}
            format={DISPLAY_FORMATS[picker]}
            placeholder={translate(`common:date.${picker}`)}
            preserveInvalidOnBlur
            value={date.isValid() ? date : null}
            // "Today" of the browser may differ from today in Rome, which the presets use.
            showNow={false}
            open={isOpen}
            aria-required={isRequired}
            onOpenChange={setIsOpen}
            onBlur={() => {
              finish();
              setTyped({ text: '', value: '' });
              onBlur?.();
            }}
            // The calendar day in its own time zone, so that no zone shifts it.
            onChange={(picked: Dayjs | null) => onChange(picked?.startOf(picker).format(ISO) ?? '')}
          />
        </TypingContext>
      )}
    </FormField>
  );
}

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
