import { EditOutlined, EyeOutlined } from '@ant-design/icons';
import { useTable } from '@refinedev/antd';
import { type CrudFilter, useNavigation, useTranslate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Space } from 'antd';
import { useEffect, useState } from 'react';
import { resourceOf } from '#contract/call.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#src/providers/data/page-sizes.ts';
import { SearchForm } from '#src/components/data-table/search-form.tsx';
import { useFeatures } from '#src/hooks/use-features.ts';
import { useNavigationKey } from '#src/hooks/use-navigation-key.ts';
import type { ListDeclaration } from '#src/providers/data/declaration.ts';
import { columnOf } from './fields/record-columns.ts';
import { type AnyRecord, shapesOf, subjectOf } from './fields/record-values.ts';
import { ExportButton } from './export-button.tsx';
import { rememberSearch, rememberedSearch, useIsForgotten } from './confidential-state.ts';
import { queryShapesOf } from './query-shapes.ts';
import { DeleteRecord, ScreenButton } from './commands/record-buttons.tsx';
import { ResourceFilters } from './resource-filters.tsx';
import type { ResourceScreenProps } from './resource-screens.ts';
import styles from './resource.module.css';

/** The buttons of a row, each only if the user may use it (§6). */
function useRowActions({ declaration, calls }: ResourceScreenProps): Column<AnyRecord> {
  const { name, screens = {} } = declaration;
  const translate = useTranslate();
  const { showUrl, editUrl } = useNavigation();
  return {
    kind: 'object',
    key: 'actions',
    title: translate('resource:actions'),
    hidden: !screens.show && !screens.edit && !calls.remove,
    render: (row) => {
      const label = (action: string) => translate(`resource:${action}Of`, { subject: subjectOf(row, calls) });
      const target = { declaration, id: row.id };
      return (
        <Space>
          {screens.show && (
            <ScreenButton
              {...target}
              action="show"
              to={showUrl(name, row.id)}
              icon={<EyeOutlined aria-hidden />}
              label={label('show')}
            />
          )}
          {screens.edit && (
            <ScreenButton
              {...target}
              action="edit"
              to={editUrl(name, row.id)}
              icon={<EditOutlined aria-hidden />}
              label={label('edit')}
            />
          )}
          {calls.remove && <DeleteRecord resource={name} id={row.id} label={label('delete')} />}
        </Space>
      );
    },
  };
}

/** A list of personal data before the first search. */
const NO_ROWS = { dataSource: [], loading: false, pagination: false } as const;

function isSearch(filters: readonly CrudFilter[] = []): boolean {
  return filters.some(({ value }) => String(value ?? '').trim() !== '');
}

type ResourceListProps = ResourceScreenProps & { readonly list: ListDeclaration };

/**
 * The list of a resource, rendered from its declaration: columns, filters and actions. Filters and page are in the URL,
 * unless the resource is confidential.
 */
export function ResourceList(props: ResourceListProps) {
  const navigationKey = useNavigationKey();
  return <OpenedList key={navigationKey} {...props} />;
}

function OpenedList(props: ResourceListProps) {
  const { declaration, calls, list, title } = props;
  const { name, screens, isConfidential = false } = declaration;
  const translate = useTranslate();
  const { sorts } = useFeatures();
  const actions = useRowActions(props);
  const isForgotten = useIsForgotten();
  const { createUrl } = useNavigation();
  const before = isConfidential ? rememberedSearch(name) : undefined;
  const [isEnabled, setIsEnabled] = useState(!isConfidential || isSearch(before?.filters));
  const table = useTable<AnyRecord>({
    resource: name,
    syncWithLocation: !isConfidential,
    pagination: { pageSize: list.size ?? DEFAULT_PAGE_SIZE, ...(before && { currentPage: before.page }) },
    ...(before && { filters: { initial: [...before.filters] }, sorters: { initial: [...before.sorters] } }),
    queryOptions: { placeholderData: keepPreviousData, enabled: isEnabled },
  });
  const { tableProps, tableQuery, searchFormProps, sorters, filters, setFilters, currentPage, setCurrentPage } = table;
  useEffect(() => {
    if (isConfidential) rememberSearch(name, { filters, sorters, page: currentPage });
  }, [isConfidential, name, filters, sorters, currentPage]);
  const shapes = shapesOf(list.call, list.collection);
  const columns = (list.columns ?? []).map((field) => ({
    ...columnOf(name, field, shapes[field], translate),
    sortable: list.paging === 'client' || (sorts[resourceOf(list.call)]?.includes(field) ?? false),
  }));

  function search(found: CrudFilter[]): void {
    setIsEnabled(!isConfidential || isSearch(found));
    setFilters(found, 'replace');
    setCurrentPage(1);
  }

  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1>{translate(title)}</h1>
        <Space wrap>
          {list.export && (
            <ExportButton
              resource={name}
              list={list}
              call={list.export}
              filters={filters}
              sorters={sorters}
              {...(isConfidential && {
                confidential: {
                  count: isEnabled && !tableQuery.isPlaceholderData ? tableQuery.data?.total : undefined,
                },
              })}
            />
          )}
          {screens?.create && (
            <ScreenButton declaration={declaration} action="create" to={createUrl(name)}>
              {translate(`${name}:create`)}
            </ScreenButton>
          )}
        </Space>
      </div>
      {list.filters && (
        <ResourceFilters
          resource={name}
          fields={list.filters}
          shapes={{ ...shapes, ...queryShapesOf(list.call) }}
          references={calls.references}
          filters={filters}
          onSearch={search}
        />
      )}
      <SearchForm form={searchFormProps.form} />
      <DataTable
        label={translate(title)}
        columns={[...columns, actions]}
        rowKey={({ id }) => String(id)}
        tableProps={isEnabled ? tableProps : NO_ROWS}
        emptyText={isEnabled ? undefined : translate(isForgotten ? 'resource:searchAgain' : 'resource:searchFirst')}
        sorters={sorters}
        pageSizes={list.sizes ?? PAGE_SIZES}
        showsTotal={isEnabled}
        onRetry={tableQuery.isError ? () => void tableQuery.refetch() : undefined}
      />
    </div>
  );
}
