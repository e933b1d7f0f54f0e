import { type BaseRecord, useMany, useSelect, useTranslate } from '@refinedev/core';
import { Select } from 'antd';
import { useState } from 'react';
import type { Reference } from '#contract/admin/define.ts';
import { useDebouncedValue } from '#src/providers/timing.ts';
import { CodeScan } from '../scan/scan-listener.tsx';
import type { InputProps } from './field.tsx';

const MAX_FOUND = 20;

/** As text, like ids in a URL. */
function keysOf(value: unknown): string[] {
  return [value].flat().flatMap((key) => (typeof key === 'number' || typeof key === 'string' ? [String(key)] : []));
}

function nameOf(row: BaseRecord, { labels }: Reference): string {
  return labels.map((label) => String(row[label] ?? '')).join(' ');
}

type ReferenceFieldProps = Omit<InputProps, 'words' | 'shape'> & { reference: Reference; isMultiple: boolean };

/**
 * The ids whose names must be read: those not picked in this form. The list only grows, because each change of it reads
 * all of them again.
 */
function useUnnamed(chosen: readonly string[]) {
  const [unnamed, setUnnamed] = useState(chosen);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const others = chosen.filter((key) => !unnamed.includes(key) && !picked.includes(key));
  if (others.length > 0) setUnnamed([...unnamed, ...others]);
  return { unnamed: [...unnamed], pick: (keys: readonly string[]) => setPicked([...picked, ...keys]) };
}

/** Selects the records of a reference field. The server searches for the typed text. */
export function ReferenceField({ reference, isMultiple, isFilter, value, onChange, ...input }: ReferenceFieldProps) {
  const translate = useTranslate();
  const chosen = keysOf(value);
  const { unnamed, pick } = useUnnamed(chosen);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const sought = useDebouncedValue(typed).trim();
  const { search, leastTyped = 0 } = reference;
  const { options, query } = useSelect({
    resource: reference.resource,
    optionLabel: (row) => nameOf(row, reference),
    optionValue: ({ id }) => String(id as unknown),
    defaultValue: unnamed,
    pagination: { pageSize: MAX_FOUND },
    // Personal data are read only after a search.
    queryOptions: { enabled: isOpen && sought.length >= leastTyped },
    defaultValueQueryOptions: { enabled: unnamed.length > 0 },
    filters: sought === '' ? [] : [{ field: search, operator: 'eq', value: sought }],
  });
  const shown = isMultiple ? chosen : (chosen[0] ?? null);
  const isTooShort = typed.trim().length < leastTyped;
  const searchScanned = (code: string) => {
    setTyped(code);
    setOpen(true);
  };
  return (
    <>
      {search === 'fiscalCode' && <CodeScan kind="card" onCode={searchScanned} />}
      <Select<string | string[] | null>
        {...input}
        {...(isMultiple && { mode: 'multiple' as const })}
        showSearch
        allowClear
        placeholder={isFilter && translate('resource:any')}
        filterOption={false}
        open={isOpen}
        searchValue={typed}
        options={isOpen && isTooShort ? [] : options}
        loading={query.isFetching}
        notFoundContent={isTooShort ? translate('resource:typeMore', { least: leastTyped }) : translate('table:empty')}
        value={shown}
        onOpenChange={setOpen}
        onSearch={setTyped}
        onChange={(next) => {
          pick(keysOf(next));
          onChange(next ?? undefined);
        }}
      />
    </>
  );
}

/** The names of the records that a value refers to. */
export function ReferenceNames({ reference, value }: { readonly reference: Reference; readonly value: unknown }) {
  const { result } = useMany({ resource: reference.resource, ids: keysOf(value) });
  return result.data.map((row) => nameOf(row, reference)).join(', ');
}
