import { useTranslate } from '@refinedev/core';
import { type Control, Controller, type FieldValues } from 'react-hook-form';
import type { PeriodInput } from '#src/providers/data/filter-values.ts';
import { DateField } from '../fields/date-field.tsx';

interface PeriodFieldsProps<Values extends FieldValues & PeriodInput> {
  readonly control: Control<Values>;
  readonly isRequired?: boolean;
  /** The translated label of a field. Default: 'Data inizio' and 'Data fine'. */
  readonly labelOf?: (name: keyof PeriodInput) => string;
  /** The translated error of a text key. */
  readonly errorOf?: (key: string) => string;
}

/** The start and the end of a period. A change of the start checks the end again. */
export function PeriodFields<Values extends FieldValues & PeriodInput>(props: PeriodFieldsProps<Values>) {
  const translate = useTranslate();
  const {
    control,
    isRequired = false,
    labelOf = (name) => translate(`period:${name}`),
    errorOf = (key) => translate(`period:error.${key}`),
  } = props;
  return (['dateStart', 'dateEnd'] as const).map((name) => (
    <Controller
      key={name}
      name={name}
      control={control as unknown as Control<PeriodInput>}
      rules={{ deps: 'dateEnd' }}
      render={({ field: { ref, value, onChange }, fieldState: { error } }) => (
        <DateField
          ref={ref}
          label={labelOf(name)}
          isRequired={isRequired}
          value={value}
          error={error?.message && errorOf(error.message)}
          onChange={onChange}
        />
      )}
    />
  ));
}
