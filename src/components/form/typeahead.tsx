import { useTranslate } from '@refinedev/core';
import { Select } from 'antd';
import type { RefSelectProps } from 'antd/es/select';
import type { Ref } from 'react';
import { hasWords } from '#contract/rules/folded-text.ts';
import type { Id } from '#contract/wire.ts';
import { LoadFailure } from '../feedback/load-states.tsx';
import { type FieldInputProps, FormField } from './form-field.tsx';
import styles from './form.module.css';

/** Whether an option of a select has what is typed in its text, whatever accents and case. */
export function matchesLabel(typed: string, option?: { readonly label?: unknown }): boolean {
  return typeof option?.label === 'string' && hasWords(option.label, typed);
}

export interface TypeaheadOption {
  readonly value: Id;
  readonly label: string;
}

interface TypeaheadProps extends Partial<FieldInputProps> {
  readonly ref?: Ref<RefSelectProps>;
  readonly id: string;
  readonly options: readonly TypeaheadOption[];
  /** An empty text means none. */
  readonly value: Id | null | undefined;
  readonly onChange: (value: Id | undefined) => void;
  readonly placeholder?: string | undefined;
  /** Shown when nothing matches. Default: 'No matches found.' (§8). */
  readonly emptyText?: string;
  readonly isLoading?: boolean;
  readonly isClearable?: boolean;
}

/** Longer lists render only the visible options, which then have no roles for assistive technology. */
const MAX_RENDERED_OPTIONS = 300;

/** A select with a search by words of the name, whatever accents and case. */
export function Typeahead(props: TypeaheadProps) {
  const { options, value, onChange, emptyText, isLoading, isClearable, ...input } = props;
  const translate = useTranslate();
  return (
    <Select<Id>
      {...input}
      classNames={{ popup: { root: styles.typeaheadList ?? '' } }}
      showSearch
      filterOption={matchesLabel}
      allowClear={isClearable ?? false}
      loading={isLoading ?? false}
      virtual={options.length > MAX_RENDERED_OPTIONS}
      options={[...options]}
      value={value === '' ? null : (value ?? null)}
      // antd calls `onChange` only if the choice differs from the current one.
      onSelect={(chosen: Id) => onChange(chosen)}
      onClear={() => onChange(undefined)}
      // A list box may contain only options, and the field's `aria-activedescendant` names this one.
      notFoundContent={
        <div role="option" id={`${input.id}_list_-1`} aria-disabled aria-selected={false}>
          {emptyText ?? <span lang="en">{translate('table:noMatches')}</span>}
        </div>
      }
    />
  );
}

export interface ChoiceFieldProps extends Omit<TypeaheadProps, 'id'> {
  readonly label: string;
  /** Set when the options could not be loaded: the field shows the error and 'Riprova' (rules §2). */
  readonly onRetry?: (() => void) | undefined;
}

/** A typeahead with its label, of no form. */
export function ChoiceField({ label, onRetry, ...choice }: ChoiceFieldProps) {
  return (
    <FormField label={label}>
      {(input) => (
        <>
          <Typeahead {...choice} {...input} />
          {onRetry && <LoadFailure onRetry={onRetry} />}
        </>
      )}
    </FormField>
  );
}
