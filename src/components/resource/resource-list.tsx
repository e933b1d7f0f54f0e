import { EditOutlined, EyeOutlined, SearchOutlined } from '@ant-design/icons';
import { useTable } from '../table/use-table.ts';
import { CanAccess, type CrudFilter, type CrudSort, useCan, useNavigation, useTranslate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Button } from 'antd';
import { type AriaAttributes, cloneElement, isValidElement, type ReactNode, useEffect, useState } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { type CallInput, resourceOf } from '#contract/call.ts';
import type { Shape } from '#contract/wire.ts';
import { permissionOf } from '#src/providers/access-control-provider.ts';
import { useTranslateKinds } from '#src/providers/api/kinds.ts';
import { useFeatures } from '#src/providers/api/features.ts';
import {
  DEFAULT_PAGE_SIZE,
  type FileCall,
  type ListDeclaration,
  OPERATOR_PAGE_SIZES,
  type ResourceCalls,
  wordsOf,
} from '#src/providers/data/declaration.ts';
import { fieldsOf, toCrudFilters } from '#src/providers/data/filter-values.ts';
import { listQuery, searchInput } from '#src/providers/data/list.ts';
import { ConfirmDialog } from '../command/confirm-dialog.tsx';
import { useNavigationKey } from '../url-state.ts';
import type { Column } from '../table/column.ts';
import layout from '../layout/screens.module.css';
import { ColumnChoice, SavedFilters, useColumnChoice } from '../table/list-menus.tsx';
import { DataTable } from '../table/data-table.tsx';
import { ExportButtons } from '../table/export-buttons.tsx';
import { useCountText } from '../display/count-text.ts';
import { CodeScan } from '../scan/scan-listener.tsx';
import { openedState, searches, useIsForgotten } from './confidential-state.ts';
import { Field } from './field.tsx';
import { DeleteRecord, ScreenButton } from './record-buttons.tsx';
import { type AnyRecord, columnOf, EAN, FISCAL_CODE, queryShapesOf, shapesOf, subjectOf } from './record-values.ts';
import type { ResourceScreenProps } from './resource-screens.ts';
import { offersSelection, SelectedRows } from './selected-rows.tsx';
import styles from './resource.module.css';

interface ExportButtonProps {
  readonly resource: string;
  readonly list: ListDeclaration;
  readonly call: FileCall;
  readonly filters: CrudFilter[];
  readonly sorters: CrudSort[];
  /** The number of rows that an export of personal data has, which is asked about; 0 before a search. */
  readonly confidential: number | false;
  /** Whether it has more than that. */
  readonly hasMore?: boolean | undefined;
  /** Exports these rows alone; all if none is selected. */
  readonly selected: readonly AnyRecord[];
}

/**
 * Exports all rows of the list with its filters and sort order, if the user may. Personal data need the search that their
 * list needs, and a confirmation.
 */
function ExportButton(props: ExportButtonProps) {
  const { resource, list, call, filters, sorters, confidential, hasMore = false, selected } = props;
  const translate = useTranslate();
  const countText = useCountText();
  const features = useFeatures();
  const [asked, setAsked] = useState<{ readonly begin: () => void }>();

  function input(): CallInput<FileCall> {
    const query = listQuery(list, { resource, filters, sorters }, features);
    const ids = selected.length > 0 ? selected.map(({ id }) => id) : undefined;
    // An exported document has no pages.
    return searchInput(call, { ...query, ids, page: undefined, size: undefined }) as CallInput<FileCall>;
  }

  const count = selected.length || confidential || 0;
  const isConfidential = confidential !== false;
  return (
    <CanAccess {...permissionOf(call)}>
      <div className={layout.actions}>
        <ExportButtons
          call={call}
          label={translate(selected.length > 0 ? 'resource:selected.export' : 'resource:export')}
          excelLabel={translate('resource:exportExcel')}
          disabled={isConfidential && count === 0}
          onExport={(start) => {
            const begin = () => start(input());
            if (isConfidential) setAsked({ begin });
            else begin();
          }}
        />
      </div>
      {isConfidential && (
        <ConfirmDialog
          isOpen={asked !== undefined}
          title={translate('resource:exportQuestion.title')}
          text={translate('resource:exportQuestion.text', {
            count,
            n: countText(count, hasMore && selected.length === 0),
          })}
          enterMeans="no"
          yesLabel={translate('resource:exportQuestion.yes')}
          onYes={() => {
            setAsked(undefined);
            asked?.begin();
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </CanAccess>
  );
}

interface ResourceFiltersProps {
  /** The key of the words of its resource. */
  readonly words: string;
  readonly fields: readonly string[];
  readonly shapes: Readonly<Record<string, Shape>>;
  readonly references?: ResourceCalls['references'];
  readonly filters: readonly CrudFilter[];
  readonly onSearch: (filters: CrudFilter[]) => void;
}

/** The filter fields of a list, filled from the URL. Enter searches; 'Cancella' empties the fields and searches. */
export function ResourceFilters({ words, fields, shapes, references, filters, onSearch }: ResourceFiltersProps) {
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
        <Field
          key={name}
          control={control}
          name={name}
          words={words}
          shape={shapes[name]}
          reference={references?.[name]}
          isFilter
        />
      ))}
      <div className={layout.actions}>
        <Button onClick={clear}>{translate('resource:reset')}</Button>
        <Button type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden />}>
          {translate('resource:search')}
        </Button>
      </div>
    </form>
  );
}

/** The buttons of a row, each only if the user may use it (§6). No rule reads a record: the list asks for all rows. */
function useRowActions({ declaration, calls }: ResourceScreenProps) {
  const { name, screens = {} } = declaration;
  const translate = useTranslate();
  const { showUrl, editUrl } = useNavigation();
  const { data: show } = useCan({ resource: name, action: 'show' });
  const { data: edit } = useCan({ resource: name, action: 'edit' });
  const { data: remove } = useCan({ resource: name, action: 'delete' });
  const buttons = [
    { action: 'show', may: show, url: showUrl, icon: <EyeOutlined aria-hidden /> },
    { action: 'edit', may: edit, url: editUrl, icon: <EditOutlined aria-hidden /> },
  ] as const;
  const column: Column<AnyRecord> = {
    kind: 'object',
    key: 'actions',
    title: translate('resource:actions'),
    hasButtons: true,
    hidden: !screens.show && !screens.edit && !calls.remove,
    render: (row) => {
      const label = (action: string) => translate(`resource:${action}Of`, { subject: subjectOf(row, calls) });
      const isOffered = (action: 'show' | 'edit') =>
        screens[action] && (action === 'show' || calls.isEditable?.(row) !== false);
      return (
        <span className={styles.rowActions}>
          {buttons.map(
            ({ action, may, url, icon }) =>
              may?.can &&
              isOffered(action) && (
                <ScreenButton
                  key={action}
                  declaration={declaration}
                  icon={icon}
                  id={row.id}
                  to={url(name, row.id)}
                  label={label(action)}
                >
                  {translate(`resource:${action}`)}
                </ScreenButton>
              ),
          )}
          {remove?.can && (
            <DeleteRecord declaration={declaration} id={row.id} label={label('delete')}>
              {translate('resource:delete')}
            </DeleteRecord>
          )}
        </span>
      );
    },
  };
  return { column, opens: screens.show !== undefined && show?.can === true };
}

function isSearch(filters: readonly CrudFilter[] = []): boolean {
  return filters.some(({ value }) => String(value ?? '').trim() !== '');
}

type ResourceListProps = ResourceScreenProps & { readonly list: ListDeclaration };

/**
 * The list of a resource, rendered from its declaration: columns, filters and actions. Filters and page are in the URL,
 * unless the resource is confidential.
 */
export function ResourceList(props: ResourceListProps) {
  return <OpenedList key={useNavigationKey()} {...props} />;
}

function OpenedList(props: ResourceListProps) {
  const { declaration, calls, list, title } = props;
  const { name, screens, isConfidential = false } = declaration;
  const words = wordsOf(declaration);
  const translate = useTranslateKinds();
  const { sorts } = useFeatures();
  const actions = useRowActions(props);
  const isForgotten = useIsForgotten();
  const { createUrl, showUrl } = useNavigation();
  const navigate = useNavigate();
  const open = ({ id }: AnyRecord) =>
    void navigate(showUrl(name, id), isConfidential ? { state: openedState(id) } : undefined);
  const before = searches.get(name);
  const [isEnabled, setIsEnabled] = useState(!isConfidential || isSearch(before?.filters));
  const table = useTable<AnyRecord>({
    resource: name,
    syncWithLocation: !isConfidential,
    pagination: { pageSize: list.size ?? DEFAULT_PAGE_SIZE, ...(before && { currentPage: before.page }) },
    ...(before && { filters: { initial: [...before.filters] }, sorters: { initial: [...before.sorters] } }),
    queryOptions: { placeholderData: keepPreviousData, enabled: isEnabled },
  });
  const { tableProps, tableQuery, sorters, filters, filterBy, currentPage } = table;
  useEffect(() => {
    if (isConfidential) searches.set(name, { filters, sorters, page: currentPage });
  }, [isConfidential, name, filters, sorters, currentPage]);
  const shapes = shapesOf(list.call, list.collection);
  const [selected, setSelected] = useState<readonly AnyRecord[]>([]);
  const ofList = (list.columns ?? []).map((field) => ({
    ...columnOf(words, field, shapes[field], translate),
    sortable: list.paging === 'client' || (sorts[resourceOf(list.call)]?.includes(field) ?? false),
  }));
  const { columns, choice } = useColumnChoice(name, ofList);
  function search(found: CrudFilter[]): void {
    setIsEnabled(!isConfidential || isSearch(found));
    filterBy(found);
    setSelected([]);
  }

  const hasSelection = offersSelection(calls);
  const rowSelection = {
    preserveSelectedRowKeys: true,
    selectedRowKeys: selected.map(({ id }) => String(id)),
    columnTitle: (box: ReactNode) =>
      isValidElement<AriaAttributes>(box) && cloneElement(box, { 'aria-label': translate('resource:selected.all') }),
    getCheckboxProps: (row: AnyRecord) => ({
      children: (
        <span className="visually-hidden">
          {translate('resource:selected.one', { subject: subjectOf(row, calls) })}
        </span>
      ),
    }),
    onChange: (_: unknown, rows: AnyRecord[]) => setSelected(rows),
  };

  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1>{translate(title)}</h1>
        <div className={layout.actions}>
          {list.filters && !isConfidential && (
            <SavedFilters name={name} filters={fieldsOf(filters)} onApply={(saved) => search(toCrudFilters(saved))} />
          )}
          <ColumnChoice {...choice} />
          {list.export && (
            <ExportButton
              resource={name}
              list={list}
              call={list.export}
              filters={filters}
              sorters={sorters}
              selected={selected}
              hasMore={(tableQuery.data as { readonly hasMore?: boolean } | undefined)?.hasMore}
              confidential={
                isConfidential && (isEnabled && !tableQuery.isPlaceholderData ? (tableQuery.data?.total ?? 0) : 0)
              }
            />
          )}
          {screens?.create && (
            <CanAccess resource={name} action="create" params={{}}>
              <ScreenButton declaration={declaration} to={createUrl(name)}>
                {translate(`${words}:create`)}
              </ScreenButton>
            </CanAccess>
          )}
        </div>
      </div>
      {list.filters && (
        <ResourceFilters
          words={words}
          fields={list.filters}
          shapes={{ ...shapes, ...queryShapesOf(list.call) }}
          references={calls.references}
          filters={filters}
          onSearch={search}
        />
      )}
      {isEnabled ? (
        <DataTable
          label={translate(title)}
          columns={[...columns, actions.column]}
          rowKey={({ id }) => String(id)}
          tableProps={{ ...tableProps, ...(hasSelection && { rowSelection }) }}
          sorters={sorters}
          pageSizes={list.sizes ?? OPERATOR_PAGE_SIZES}
          showsTotal
          onRetry={tableQuery.isError ? () => void tableQuery.refetch() : undefined}
          {...(actions.opens && { onOpen: open })}
        />
      ) : (
        <p className={layout.empty}>{translate(isForgotten ? 'resource:searchAgain' : 'resource:searchFirst')}</p>
      )}
      {isEnabled && hasSelection && (
        <SelectedRows resource={name} words={words} calls={calls} rows={selected} onSelect={setSelected} />
      )}
    </div>
  );
}
