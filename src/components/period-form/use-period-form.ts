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

/** A form about a period. */
export interface PeriodFormState {
  readonly form: UseFormReturn<PeriodValues>;
  /** Does this with what the fields ask for; when something is wrong in them, the banner of §5 says so for 5 s. */
  readonly submit: (onValid: (query: PeriodQuery, values: PeriodValues) => void) => () => Promise<void>;
  readonly reset: () => void;
}

const BANNER = 'FILTERS_INCOMPLETE';

/**
 * The form about a period; it opens with the filters of the URL, and what is typed from then on is only the person's.
 * @param bannerOf key of what is said when something is wrong
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
