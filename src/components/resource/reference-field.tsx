import { type BaseRecord, useMany, useSelect, useTranslate } from '@refinedev/core';
import { Select } from 'antd';
import { useState } from 'react';
import type { Reference } from '#src/providers/data/declaration.ts';
import type { InputProps } from './field.tsx';

const MOST_FOUND = 20;

/** As text, as an address has them too. */
function keysOf(value: unknown): string[] {
  return [value].flat().flatMap((key) => (typeof key === 'number' || typeof key === 'string' ? [String(key)] : []));
}

/** The name of a record, as far as it has one. */
function nameOf(row: BaseRecord, { labels }: Reference): string {
  return labels.map((label) => String(row[label] ?? '')).join(' ');
}

interface ReferenceFieldProps extends Omit<InputProps, 'resource' | 'shape' | 'isFilter' | 'reference'> {
  readonly reference: Reference;
  /** Whether it refers to several records. */
  readonly isMultiple: boolean;
}

/** Chooses the records that a field refers to, among those that the server finds for what is typed. */
export function ReferenceField({ reference, isMultiple, value, onChange, ...input }: ReferenceFieldProps) {
  const translate = useTranslate();
  const chosen = keysOf(value);
  const [isOpen, setOpen] = useState(false);
  const { options, onSearch, query } = useSelect({
    resource: reference.resource,
    optionLabel: (row) => nameOf(row, reference),
    optionValue: ({ id }) => String(id as unknown),
    defaultValue: chosen,
    pagination: { pageSize: MOST_FOUND },
    // Nobody's data are read before they are looked for.
    queryOptions: { enabled: isOpen },
    defaultValueQueryOptions: { enabled: chosen.length > 0 },
    onSearch: (typed) => [{ field: reference.search, operator: 'eq', value: typed }],
  });
  const shown = isMultiple ? chosen : (chosen[0] ?? null);
  return (
    <Select<string | string[] | null>
      {...input}
      {...(isMultiple && { mode: 'multiple' as const })}
      showSearch
      allowClear
      filterOption={false}
      options={options}
      loading={query.isFetching}
      notFoundContent={translate('table:empty')}
      value={shown}
      onOpenChange={setOpen}
      onSearch={onSearch}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

interface ReferenceNamesProps {
  readonly reference: Reference;
  readonly value: unknown;
}

/** The records that a value refers to, by their names. */
export function ReferenceNames({ reference, value }: ReferenceNamesProps) {
  const { result } = useMany({ resource: reference.resource, ids: keysOf(value) });
  return result.data.map((row) => nameOf(row, reference)).join(', ');
}
