import { CreateButton, DeleteButton, EditButton, ShowButton, useTable } from '@refinedev/antd';
import { type CrudFilter, useTranslate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Space } from 'antd';
import type { Column } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#src/components/data-table/paging.ts';
import { useFeatures } from '#src/hooks/use-features.ts';
import type { ListDeclaration } from '#src/providers/data/declaration.ts';
import { type AnyRecord, columnOf, shapesOf } from './fields.ts';
import { useDeletion } from './use-deletion.ts';
import { ResourceFilters } from './resource-filters.tsx';
import type { ResourceScreenProps } from './resource-screens.tsx';
import styles from './resource.module.css';

/** The buttons of a row, each for who may (§6). */
function useRowActions({ declaration: { name, screens = {} }, calls }: ResourceScreenProps): Column<AnyRecord> {
  const translate = useTranslate();
  const deletion = useDeletion(name);
  return {
    kind: 'object',
    key: 'actions',
    title: translate('resource:actions'),
    hidden: !screens.show && !screens.edit && !calls.remove,
    render: (row) => {
      const subject = String(row[calls.list?.columns?.[0] ?? 'id']);
      const button = (action: string) => ({
        hideText: true,
        recordItemId: row.id,
        resource: name,
        'aria-label': translate(`resource:${action}Of`, { subject }),
      });
      return (
        <Space>
          {screens.show && <ShowButton {...button('show')} />}
          {screens.edit && <EditButton {...button('edit')} />}
          {calls.remove && <DeleteButton {...button('delete')} {...deletion} />}
        </Space>
      );
    },
  };
}

/** The list of a resource, drawn from its declaration: columns, filters and what can be done; all of it in the URL. */
export function ResourceList(props: ResourceScreenProps & { readonly list: ListDeclaration }) {
  const { declaration, list, title } = props;
  const { name, screens } = declaration;
  const translate = useTranslate();
  const { sorts } = useFeatures();
  const actions = useRowActions(props);
  const { tableProps, tableQuery, sorters, filters, setFilters, setCurrentPage } = useTable<AnyRecord>({
    resource: name,
    pagination: { pageSize: list.size ?? DEFAULT_PAGE_SIZE },
    queryOptions: { placeholderData: keepPreviousData },
  });
  const shapes = shapesOf(list.call, list.collection);
  const columns = (list.columns ?? []).map((field) => ({
    ...columnOf(name, field, shapes[field], translate),
    sortable: list.paging === 'client' || (sorts[name]?.includes(field) ?? false),
  }));

  function search(found: CrudFilter[]): void {
    setFilters(found, 'replace');
    setCurrentPage(1);
  }

  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1>{translate(title)}</h1>
        {screens?.create && <CreateButton resource={name}>{translate(`${name}:create`)}</CreateButton>}
      </div>
      {list.filters && (
        <ResourceFilters resource={name} fields={list.filters} shapes={shapes} filters={filters} onSearch={search} />
      )}
      <DataTable
        label={translate(title)}
        columns={[...columns, actions]}
        rowKey={({ id }) => String(id)}
        tableProps={tableProps}
        sorters={sorters}
        pageSizes={list.sizes ?? PAGE_SIZES}
        showsTotal
        onRetry={tableQuery.isError ? () => void tableQuery.refetch() : undefined}
      />
    </div>
  );
}
