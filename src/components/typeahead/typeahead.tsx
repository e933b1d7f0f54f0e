import { useTranslate } from '@refinedev/core';
import { Select } from 'antd';
import type { RefSelectProps } from 'antd/es/select';
import type { Ref } from 'react';
import type { Id } from '#contract/wire.ts';
import styles from './typeahead.module.css';

export interface TypeaheadOption {
  readonly value: Id;
  readonly label: string;
}

interface TypeaheadProps {
  readonly ref?: Ref<RefSelectProps>;
  readonly id: string;
  readonly options: readonly TypeaheadOption[];
  readonly value: Id | undefined;
  readonly onChange: (value: Id | undefined) => void;
  readonly placeholder?: string;
  /** Said when nothing matches; 'No matches found.' when not given (§8). */
  readonly emptyText?: string;
  readonly isLoading?: boolean;
  /** Whether a choice may be taken back. */
  readonly isClearable?: boolean;
  /** Whether the list is open from the start. */
  readonly startsOpen?: boolean;
  readonly isInvalid?: boolean;
  /** The element that says what is wrong. */
  readonly describedBy?: string;
}

/** Above this many options only those in sight are made; they have no roles for assistive technology then. */
const MOST_REAL_OPTIONS = 300;

/** A choice from a list by typing a part of the name. */
export function Typeahead({ ref, id, options, value, onChange, placeholder, emptyText, ...look }: TypeaheadProps) {
  const translate = useTranslate();
  return (
    <Select<Id>
      ref={ref ?? null}
      className={styles.typeahead ?? ''}
      classNames={{ popup: { root: styles.list ?? '' } }}
      showSearch
      optionFilterProp="label"
      id={id}
      allowClear={look.isClearable ?? false}
      defaultOpen={look.startsOpen ?? false}
      placeholder={placeholder}
      status={look.isInvalid ? 'error' : ''}
      aria-invalid={look.isInvalid ?? false}
      aria-describedby={look.describedBy}
      loading={look.isLoading ?? false}
      virtual={options.length > MOST_REAL_OPTIONS}
      options={[...options]}
      value={value ?? null}
      // Not `onChange`, which leaves out the choice of what is chosen already.
      onSelect={(chosen: Id) => onChange(chosen)}
      onClear={() => onChange(undefined)}
      // A list box holds options alone, and its field names this one as the active one.
      notFoundContent={
        <div role="option" id={`${id}_list_-1`} aria-disabled aria-selected={false}>
          {emptyText ?? <span lang="en">{translate('table:noMatches')}</span>}
        </div>
      }
    />
  );
}
