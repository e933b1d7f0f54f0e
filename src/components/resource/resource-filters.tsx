import { SearchOutlined } from '@ant-design/icons';
import { type CrudFilter, useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { Shape } from '#contract/wire.ts';
import { FieldInput } from './field-input.tsx';
import { labelOf } from './fields.ts';
import styles from './resource.module.css';

interface ResourceFiltersProps {
  readonly resource: string;
  readonly fields: readonly string[];
  readonly shapes: Readonly<Record<string, Shape>>;
  readonly filters: readonly CrudFilter[];
  readonly onSearch: (filters: CrudFilter[]) => void;
}

/** The fields by which a list is searched, filled from the URL; Enter searches. */
export function ResourceFilters({ resource, fields, shapes, filters, onSearch }: ResourceFiltersProps) {
  const translate = useTranslate();
  const id = useId();
  const applied = filters.flatMap((filter) => ('field' in filter ? [[filter.field, filter.value as unknown]] : []));
  const { control, handleSubmit } = useForm({ values: Object.fromEntries(applied) as Record<string, unknown> });
  const search = handleSubmit((values) =>
    onSearch(fields.map((field) => ({ field, operator: 'eq', value: values[field] }))),
  );

  return (
    <form className={styles.filters} role="search" onSubmit={(event) => void search(event)}>
      {fields.map((name) => (
        <div key={name} className={styles.field}>
          <label id={`${id}-${name}-label`} htmlFor={`${id}-${name}`}>
            {labelOf(resource, name, translate)}
          </label>
          <Controller
            name={name}
            control={control}
            render={({ field }) => (
              <FieldInput
                resource={resource}
                shape={shapes[name]}
                id={`${id}-${name}`}
                aria-labelledby={`${id}-${name}-label`}
                field={field}
              />
            )}
          />
        </div>
      ))}
      <Button htmlType="submit" icon={<SearchOutlined aria-hidden />}>
        {translate('resource:search')}
      </Button>
    </form>
  );
}
