import { SearchOutlined } from '@ant-design/icons';
import { type CrudFilter, useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { Controller, type FieldValues, useForm } from 'react-hook-form';
import type { Shape } from '#contract/wire.ts';
import type { ResourceCalls } from '#src/providers/data/declaration.ts';
import { CodeScan } from './code-scan.tsx';
import { Field } from './fields/field.tsx';
import { EAN, FISCAL_CODE } from './fields/record-values.ts';
import styles from './resource.module.css';

interface ResourceFiltersProps {
  readonly resource: string;
  readonly fields: readonly string[];
  readonly shapes: Readonly<Record<string, Shape>>;
  readonly references?: ResourceCalls['references'];
  readonly filters: readonly CrudFilter[];
  readonly onSearch: (filters: CrudFilter[]) => void;
}

/** The filter fields of a list, filled from the URL. Enter searches; 'Cancella' empties the fields and searches. */
export function ResourceFilters({ resource, fields, shapes, references, filters, onSearch }: ResourceFiltersProps) {
  const translate = useTranslate();
  const applied = filters.flatMap((filter) => ('field' in filter ? [[filter.field, filter.value as unknown]] : []));
  const { control, handleSubmit, reset, setValue } = useForm({ values: Object.fromEntries(applied) as FieldValues });
  const searchFor = (values: FieldValues) =>
    onSearch(fields.map((field) => ({ field, operator: 'eq', value: values[field] as unknown })));
  const search = handleSubmit(searchFor);

  function clear(): void {
    const empty = Object.fromEntries(fields.map((field) => [field, undefined]));
    reset(empty);
    searchFor(empty);
  }

  const searchScanned = (field: string) => (code: string) => {
    setValue(field, code);
    void search();
  };
  return (
    <form className={styles.filters} role="search" onSubmit={(event) => void search(event)}>
      {fields.includes(FISCAL_CODE) && <CodeScan kind="card" onCode={searchScanned(FISCAL_CODE)} />}
      {fields.includes(EAN) && <CodeScan kind="product" onCode={searchScanned(EAN)} />}
      {fields.map((name) => (
        <Controller
          key={name}
          name={name}
          control={control}
          render={({ field }) => (
            <Field resource={resource} shape={shapes[name]} reference={references?.[name]} field={field} isFilter />
          )}
        />
      ))}
      <Button onClick={clear}>{translate('resource:reset')}</Button>
      <Button htmlType="submit" icon={<SearchOutlined aria-hidden />}>
        {translate('resource:search')}
      </Button>
    </form>
  );
}
