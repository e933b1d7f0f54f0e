import { useTranslate } from '@refinedev/core';
import { type Control, Controller } from 'react-hook-form';
import { FormField } from '../fields/form-field.tsx';
import { RetryLine } from '../retry/retry-line.tsx';
import { Typeahead } from '../fields/typeahead.tsx';
import type { PeriodValues } from './period-schema.ts';
import { useCounterparties } from './use-counterparties.ts';

interface CounterpartyFieldProps {
  readonly control: Control<PeriodValues>;
  readonly profile: string;
  /** Whether another part of the screen shows the failure, and its retry reloads this list too. */
  readonly isFailureShownElsewhere?: boolean;
}

/** The health authority (mandatory for a business) or the business (optional for a health authority) (§2, §6). */
export function CounterpartyField({ control, profile, isFailureShownElsewhere = false }: CounterpartyFieldProps) {
  const name = profile === 'BUSINESS' ? 'aslId' : 'businessId';
  const translate = useTranslate();
  const { options, query } = useCounterparties(profile);
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { ref, value, onChange }, fieldState: { error } }) => {
        const isKnown = options.some((option) => option.value === value);
        const isAwaited = query.isLoading || query.isError;
        return (
          <FormField
            label={translate(`period:${name}.label`)}
            error={error?.message && translate(`period:error.${error.message}`)}
          >
            {(input) => (
              <>
                <Typeahead
                  {...input}
                  ref={ref}
                  isClearable
                  isLoading={query.isLoading}
                  options={options.toSorted((a, b) => a.label.localeCompare(b.label, 'it'))}
                  // While the names load the id is hidden. An id without a name, such as one of an old link, must be
                  // visible.
                  value={value !== '' && (isKnown || !isAwaited) ? value : undefined}
                  placeholder={translate(`period:${name}.placeholder`)}
                  emptyText={translate(`period:${name}.none`)}
                  onChange={(chosen) => onChange(String(chosen ?? ''))}
                />
                {query.isError && !isFailureShownElsewhere && <RetryLine onRetry={() => void query.refetch()} />}
              </>
            )}
          </FormField>
        );
      }}
    />
  );
}
