import { getDefaultSortOrder } from '@refinedev/antd';
import { type CrudSort, useTranslate } from '@refinedev/core';
import { Table, type TableProps } from 'antd';
import type { ColumnType } from 'antd/es/table';
import { type HTMLAttributes, type MouseEvent, type ReactNode, startTransition, useRef, useState } from 'react';
import { LoadFailure, Skeleton } from '../feedback/load-states.tsx';
import { cellContent, RowButton } from './cell.tsx';
import { type Column, compareRows } from './column.ts';
import styles from './table.module.css';
import { type PagedRows, Pager, useShownPage } from './pager.tsx';

interface RowDetails<Row> {
  /** The visually hidden heading of the column with the buttons. */
  readonly title: string;
  /** Accessible name of the button that opens the details of a row. */
  readonly label: (row: Row) => string;
  readonly render: (row: Row) => ReactNode;
}

export interface DataTableProps<Row extends object> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** From Refine's `useTable`. Without a page number in its pagination it has all rows, and the table pages them. */
  readonly tableProps: PagedRows<Row> & Pick<TableProps<Row>, 'rowSelection'>;
  /** The sort order sent to the server. Without it the table sorts the rows itself. */
  readonly sorters?: CrudSort[];
  /** Whether all rows are on one page, without a pager. */
  readonly showsAll?: boolean;
  /** Page sizes to choose from. Default: no choice. */
  readonly pageSizes?: readonly number[];
  /** Whether 'Totale elementi: N' shows. */
  readonly showsTotal?: boolean;
  /** Default: 'Nessun elemento da visualizzare' (§2). */
  readonly emptyText?: string | undefined;
  /** Set when the list could not be loaded: the table shows the error and 'Riprova' (rules §2). */
  readonly onRetry?: (() => void) | undefined;
  /** The text of that error. Default: 'Non è stato possibile caricare i dati.' */
  readonly failureText?: string | undefined;
  /** Called by a click on a row, and by the button of the column with `opensRow`. Default: shows the row's details. */
  readonly onOpen?: (row: Row) => void;
  readonly selectedKey?: string | undefined;
  /** When this changes, the table turns to the page of the new row. */
  readonly revealedKey?: string | undefined;
  /** Whether a row is struck out, as a cancelled purchase is (§2). */
  readonly isStruckOut?: (row: Row) => boolean;
  readonly hasDarkHeader?: boolean;
  /** Content that expands below each row. */
  readonly details?: RowDetails<Row>;
}

/** Kinds whose values are as wide as they are; texts share the rest of the width. */
const FITTING_KINDS = new Set(['number', 'currency', 'date', 'chip', 'action']);

/** From this number of columns on, a table of middle width has narrow ones. */
const MANY_COLUMNS = 7;

function isNumeric<Row>(column: Column<Row>): boolean {
  return column.kind === 'number' || column.kind === 'currency' || (column.kind === 'object' && !!column.isNumeric);
}

function sorting<Row extends object>(column: Column<Row>, sorters: CrudSort[] | undefined): ColumnType<Row> {
  if (column.kind === 'action' || !column.sortable) return {};
  if (!sorters) return column.kind === 'object' ? {} : { sorter: compareRows(column) };
  return { sorter: true, dataIndex: column.key, sortOrder: getDefaultSortOrder(column.key, sorters) ?? null };
}

/** The label before a value or an icon in a stacked table. Buttons with a text, names and times that are there need none. */
function stackedLabel<Row>(column: Column<Row>, row: Row): HTMLAttributes<HTMLElement> & { 'data-label'?: string } {
  const isLeftOut = column.wideOnly ?? (column.kind === 'action' && column.isOffered?.(row) === false);
  if (isLeftOut) return { className: styles.leftOut ?? '' };
  const isPlain =
    (column.kind === 'action' && column.text !== undefined) ||
    (column.kind === 'date' && column.shows === 'instant' && column.value(row) !== undefined) ||
    (column.kind === 'text' && column.below !== undefined) ||
    (column.kind === 'object' && column.hasButtons);
  return isPlain ? {} : { 'data-label': column.title };
}

function antdColumns<Row extends object>({ columns, tableProps, sorters }: DataTableProps<Row>): ColumnType<Row>[] {
  return columns
    .filter((column) => !column.hidden)
    .map((column) => ({
      key: column.key,
      title: column.title,
      align: isNumeric(column) ? ('end' as const) : ('start' as const),
      // An empty table has nothing to sort.
      ...(tableProps.dataSource?.length && sorting(column, sorters)),
      className: [
        (FITTING_KINDS.has(column.kind) || (column.kind === 'object' && column.isFitting)) && styles.fitting,
        column.wideOnly && styles.wideOnly,
        // Paper has no buttons.
        column.kind === 'action' && 'screen-only',
      ]
        .filter(Boolean)
        .join(' '),
      onCell: (row) => stackedLabel(column, row),
      render: (_: unknown, row: Row) =>
        column.kind === 'action' ? (
          <RowButton column={column} row={row} />
        ) : (
          <span className={styles.value}>{cellContent(column, row)}</span>
        ),
    }));
}

/** Whether a click on a row means the row, not a button in it, a dialog of it, or the selection of its text. */
function isOfRow({ target, currentTarget }: MouseEvent): boolean {
  const isOfPart =
    target instanceof Element && target.closest(`a, button:not(.ant-btn-link), input, label, .ant-modal-root`);
  // A text that is selected elsewhere, such as that of the search, stays selected when a button is clicked.
  const selection = window.getSelection();
  const isTextOfRow = selection?.isCollapsed === false && currentTarget.contains(selection.anchorNode);
  return !isOfPart && !isTextOfRow;
}

/** The data table of every list (§2), or the error of its loading. Keeps the focus when 'Riprova' disappears. */
export function DataTable<Row extends object>({ onRetry, failureText, ...table }: DataTableProps<Row>) {
  const container = useRef<HTMLDivElement>(null);
  function retry(): void {
    container.current?.focus();
    onRetry?.();
  }
  return (
    <div ref={container} className={styles.container} tabIndex={-1}>
      {onRetry ? <LoadFailure text={failureText} onRetry={retry} /> : <LoadedTable {...table} />}
    </div>
  );
}

/** Rows and pager. In a narrow container each row becomes a block of labelled values. */
function LoadedTable<Row extends object>(props: Omit<DataTableProps<Row>, 'onRetry' | 'failureText'>) {
  const { label, rowKey, tableProps, showsAll, pageSizes, revealedKey, details } = props;
  const { dataSource = [], loading, onChange, rowSelection } = tableProps;
  const translate = useTranslate();
  const [openKeys, setOpenKeys] = useState<readonly string[]>([]);
  const index = dataSource.findIndex((row) => rowKey(row) === revealedKey);
  const { isServerSide, turnTo, ...page } = useShownPage(tableProps, pageSizes, { key: revealedKey, index });

  if (loading === true && dataSource.length === 0) return <Skeleton rows={page.pageSize} />;

  /** On a slow machine the pressed button is drawn before the details. */
  const toggle = (row: Row) => {
    const key = rowKey(row);
    startTransition(() =>
      setOpenKeys((keys) => (keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key])),
    );
  };
  const open = props.onOpen ?? (details && toggle);
  const columns = antdColumns(props);
  const headings = columns.length + (details ? 1 : 0) + (rowSelection ? 1 : 0);
  const rowClass = (row: Row) =>
    [
      open && styles.clickable,
      rowKey(row) === props.selectedKey && styles.selected,
      rowKey(row) === revealedKey && styles.revealed,
      props.isStruckOut?.(row) && styles.struckOut,
    ]
      .filter(Boolean)
      .join(' ');

  return (
    <div
      className={[
        styles.table,
        props.hasDarkHeader && styles.darkHeader,
        headings >= MANY_COLUMNS && styles.manyColumns,
      ]
        .filter(Boolean)
        .join(' ')}
      aria-busy={loading === true}
    >
      <Table<Row>
        size="small"
        aria-label={label}
        columns={columns}
        dataSource={dataSource}
        rowKey={rowKey}
        // antd's table cuts the pages. The portal has its own pager.
        pagination={!showsAll && { ...page, position: ['none', 'none'] }}
        onChange={(_, filters, sorter, extra) => {
          // A new sort order starts at the first page.
          if (isServerSide) onChange?.({ current: 1, pageSize: page.pageSize }, filters, sorter, extra);
          else turnTo(1, page.pageSize);
        }}
        rowClassName={rowClass}
        locale={{ emptyText: props.emptyText ?? translate('table:empty') }}
        {...(rowSelection && { rowSelection })}
        {...(details && {
          expandable: {
            expandedRowKeys: openKeys,
            expandedRowRender: details.render,
            columnTitle: <span className="visually-hidden">{details.title}</span>,
            expandIcon: ({ expanded, record }) => (
              <button
                type="button"
                className={styles.expand}
                aria-label={details.label(record)}
                aria-expanded={expanded}
                onClick={() => toggle(record)}
              />
            ),
          },
        })}
        {...(open && {
          onRow: (row: Row) => ({
            onClick: (event: MouseEvent) => {
              if (isOfRow(event)) open(row);
            },
          }),
        })}
      />
      {!showsAll && (
        <Pager
          table={label}
          pagination={page}
          pageSizes={pageSizes}
          showsTotal={props.showsTotal}
          needsConnection={isServerSide}
          onChange={turnTo}
        />
      )}
    </div>
  );
}
