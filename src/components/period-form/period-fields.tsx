import { useTranslate } from '@refinedev/core';
import { Fragment, type ReactElement, type Ref } from 'react';
import type { PeriodInput } from '#src/providers/data/filter-values.ts';
import { DateField } from '../fields/date-field.tsx';

/** A date field's part of react-hook-form's state. */
interface FieldState {
  readonly field: {
    readonly ref: Ref<{ focus: () => void }>;
    readonly value: string;
    readonly onChange: (text: string) => void;
  };
  readonly fieldState: { readonly error?: { readonly message?: string | undefined } | undefined };
}

/** The props of a `Controller`, without the form's control. */
interface PeriodController {
  readonly name: keyof PeriodInput;
  readonly rules: { readonly deps: 'dateEnd' };
  readonly render: (state: FieldState) => ReactElement;
}

interface PeriodFieldsProps {
  /** Renders the `Controller` of the form. Only the caller knows the type of the form's values. */
  readonly control: (field: PeriodController) => ReactElement;
  readonly isRequired?: boolean;
  /** The translated label of a field. Default: 'Data inizio' and 'Data fine'. */
  readonly labelOf?: (name: keyof PeriodInput) => string;
  /** The translated error of a text key. */
  readonly errorOf?: (key: string) => string;
}

/** The start and the end of a period. A change of the start checks the end again. */
export function PeriodFields(props: PeriodFieldsProps) {
  const translate = useTranslate();
  const {
    control,
    isRequired = false,
    labelOf = (name) => translate(`period:${name}`),
    errorOf = (key) => translate(`period:error.${key}`),
  } = props;
  return (['dateStart', 'dateEnd'] as const).map((name) => (
    <Fragment key={name}>
      {control({
        name,
        rules: { deps: 'dateEnd' },
        render: ({ field: { ref, value, onChange }, fieldState: { error } }) => (
          <DateField
            ref={ref}
            label={labelOf(name)}
            isRequired={isRequired}
            value={value}
            error={error?.message && errorOf(error.message)}
            onChange={onChange}
          />
        ),
      })}
    </Fragment>
  ));
}
