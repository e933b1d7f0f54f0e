import { zodResolver } from '@hookform/resolvers/zod';
import { type CrudFilter, useTranslate } from '@refinedev/core';
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form';
import { useNotify } from '#src/hooks/use-notify.ts';
import {
  EMPTY_PERIOD,
  type PeriodQuery,
  type PeriodSchema,
  type PeriodValues,
  queryOf,
  valuesOf,
} from './period-schema.ts';

export interface PeriodFormState {
  readonly form: UseFormReturn<PeriodValues>;
  /** Calls `onValid` with valid values; otherwise shows the banner of §5 for 5 s. */
  readonly submit: (onValid: (query: PeriodQuery, values: PeriodValues) => void) => () => Promise<void>;
  readonly reset: () => void;
}

const BANNER = 'FILTERS_INCOMPLETE';

/**
 * The state of a period form. It starts with the filters of the URL. Later changes of the URL do not overwrite typed
 * values.
 * @param bannerOf text key of the banner for an invalid form
 */
export function usePeriodForm(
  schema: PeriodSchema,
  filters: readonly CrudFilter[] | undefined,
  bannerOf: (errors: FieldErrors<PeriodValues>) => string = () => 'period:error.banner',
): PeriodFormState {
  const translate = useTranslate();
  const { notify, dismiss } = useNotify();
  const form = useForm<PeriodValues>({ defaultValues: valuesOf(filters), resolver: zodResolver(schema) });
  return {
    form,
    submit: (onValid) =>
      form.handleSubmit(
        (values) => {
          dismiss(BANNER);
          onValid(queryOf(values), values);
        },
        (errors) => notify({ kind: 'danger', text: translate(bannerOf(errors)), key: BANNER }),
      ),
    reset: () => {
      dismiss(BANNER);
      form.reset(EMPTY_PERIOD);
    },
  };
}
