import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import {
  Controller,
  type FieldErrors,
  FormProvider,
  useForm,
  useFormContext,
  type UseFormReturn,
} from 'react-hook-form';
import { today } from '#contract/rules/clock.ts';
import { addDays, type Day, firstOfMonth, mondayOf, monthOf } from '#contract/rules/dates.ts';
import type { PeriodInput } from '#src/providers/data/filter-values.ts';
import { useNotify } from '#src/providers/notifications/use-notify.ts';
import screens from '../layout/screens.module.css';
import { DateField } from './date-field.tsx';
import { EMPTY_PERIOD, periodQuery, type PeriodQuery, type PeriodSchema, type PeriodValues } from './period-schema.ts';
import styles from './form.module.css';

interface PeriodFieldsProps {
  readonly isRequired?: boolean;
  /** The translated label of a field. Default: 'Data inizio' and 'Data fine'. */
  readonly labelOf?: (name: keyof PeriodInput) => string;
  /** The translated error of a text key. */
  readonly errorOf?: (key: string) => string;
}

/** The start and the end of a period, of the `FormProvider` around them. A change of the start checks the end again. */
export function PeriodFields({ isRequired = false, labelOf, errorOf }: PeriodFieldsProps) {
  const translate = useTranslate();
  const { control } = useFormContext<PeriodInput>();
  const textOf = errorOf ?? ((key) => translate(`period:error.${key}`));
  return (['dateStart', 'dateEnd'] as const).map((name) => (
    <Controller
      key={name}
      control={control}
      name={name}
      rules={{ deps: 'dateEnd' }}
      render={({ field: { ref, value, onChange }, fieldState: { error } }) => (
        <DateField
          ref={ref}
          label={labelOf?.(name) ?? translate(`period:${name}`)}
          isRequired={isRequired}
          value={value}
          error={error?.message && textOf(error.message)}
          onChange={onChange}
        />
      )}
    />
  ));
}

type Days = ReturnType<typeof monthOf>;

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

/**
 * A button for each of the most common periods, which fills in the fields; the one that they have is pressed. Today is
 * the day in Rome (design §3).
 */
function PeriodPresets() {
  const translate = useTranslate();
  const { setValue, watch, trigger, formState } = useFormContext<PeriodInput>();
  const chosen = { first: watch('dateStart'), last: watch('dateEnd') };
  // Read while rendering: react-hook-form follows only the states that are read then.
  const { isSubmitted } = formState;
  return (
    <div className={styles.presets} role="group" aria-label={translate('period:preset.label')}>
      {Object.entries(PRESETS).map(([name, periodOf]) => {
        const { first, last } = periodOf(today());
        return (
          <Button
            key={name}
            size="small"
            aria-pressed={first === chosen.first && last === chosen.last}
            onClick={() => {
              // Not the days that were drawn: the page may stay open beyond midnight.
              const asked = periodOf(today());
              setValue('dateStart', asked.first);
              setValue('dateEnd', asked.last);
              if (isSubmitted) void trigger();
            }}
          >
            {translate(`period:preset.${name}`)}
          </Button>
        );
      })}
    </div>
  );
}

const BANNER = 'FILTERS_INCOMPLETE';

/**
 * The state of a period form. It starts with the values of the URL. Later changes of the URL do not overwrite typed
 * values.
 * @param bannerOf text key of the banner for an invalid form
 */
export function usePeriodForm(
  schema: PeriodSchema,
  values: PeriodValues,
  bannerOf: (errors: FieldErrors<PeriodValues>) => string = () => 'period:error.banner',
) {
  const translate = useTranslate();
  const { notify, dismiss } = useNotify();
  const form = useForm<PeriodValues>({ defaultValues: values, resolver: zodResolver(schema) });
  return {
    form,
    /** Calls `onValid` with valid values; otherwise shows the banner of §5 for 5 s. */
    submit: (onValid: (query: PeriodQuery, values: PeriodValues) => void) =>
      form.handleSubmit(
        (valid) => {
          dismiss(BANNER);
          onValid(periodQuery(valid), valid);
        },
        (errors) => notify({ kind: 'danger', text: translate(bannerOf(errors)), key: BANNER }),
      ),
    reset: () => {
      dismiss(BANNER);
      form.reset(EMPTY_PERIOD);
    },
  };
}

interface PeriodFormProps<Values extends PeriodInput> {
  /** Accessible name of the form. */
  readonly label?: string;
  readonly role?: 'search';
  readonly state: { readonly form: UseFormReturn<Values>; readonly reset: () => void };
  /** Called by Enter and by the submit button. */
  readonly onSubmit: () => Promise<void>;
  /** Called by 'Cancella' after it empties the fields. */
  readonly onReset?: () => void;
  /** The fields before the dates. */
  readonly children?: ReactNode;
  /** The buttons after 'Cancella'. */
  readonly actions: ReactNode;
}

/** A form with a period, more fields of the screen, and its buttons (§2, §5). */
export function PeriodForm<Values extends PeriodInput>(props: PeriodFormProps<Values>) {
  const { label, role, state, onSubmit, onReset, children, actions } = props;
  const translate = useTranslate();
  return (
    <FormProvider {...state.form}>
      <form
        className={screens.form}
        aria-label={label}
        role={role}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        <PeriodPresets />
        <div className={screens.fields}>
          {children}
          <PeriodFields isRequired />
          <div className={screens.actions}>
            <Button
              onClick={() => {
                state.reset();
                onReset?.();
              }}
            >
              {translate('period:reset')}
            </Button>
            {actions}
          </div>
        </div>
      </form>
    </FormProvider>
  );
}
