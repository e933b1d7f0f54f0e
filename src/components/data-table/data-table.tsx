import { useTranslate } from '@refinedev/core';
import { Skeleton, Table } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useRef } from 'react';
import { cellContent } from './cell.tsx';
import type { Column } from './column.ts';
import { Pager } from './pager.tsx';
import { type Paging, useExistingPage, useShownPage } from './paging.ts';
import styles from './data-table.module.css';
import { TableFailure } from './table-failure.tsx';

export interface DataTableProps<Row extends object> {
  /** Names the table for assistive technology. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly paging: Paging;
  /** 'Nessun elemento da visualizzare' when not given (§2). */
  readonly emptyText?: string | undefined;
  readonly isLoading?: boolean;
  /** The list could not be loaded: said in its place, with 'Riprova' (decisions §2). */
  readonly onRetry?: (() => void) | undefined;
  /** What is said then; 'Non è stato possibile caricare i dati.' when not given. */
  readonly failureText?: string | undefined;
  /** What a click on a row does; the keyboard does it through the column that opens the row. */
  readonly onOpen?: (row: Row) => void;
  /** The row that is chosen. */
  readonly selectedKey?: string | undefined;
  /** The row to turn to when it changes. */
  readonly revealedKey?: string | undefined;
  /** The status that a row shows; STORNATO is styled as cancelled (§2). */
  readonly rowStatus?: (row: Row) => string;
  readonly hasDarkHeader?: boolean;
}

const CANCELLED = 'STORNATO';
const NUMERIC_KINDS = new Set(['number', 'currency']);

function antdColumns<Row extends object>(columns: readonly Column<Row>[]): ColumnsType<Row> {
  return columns
    .filter((column) => !column.hidden)
    .map((column) => ({
      key: column.key,
      title: column.title,
      align: NUMERIC_KINDS.has(column.kind) ? ('end' as const) : ('start' as const),
      render: (_: unknown, row: Row) => (
        <>
          <span className={styles.stackedLabel} aria-hidden>
            {column.title}
          </span>
          <span className={column.kind === 'action' ? undefined : styles.value}>{cellContent(column, row)}</span>
        </>
      ),
    }));
}

/**
 * The data table of every list (§2), or in its place that it could not be loaded. The place keeps the focus when
 * 'Riprova', which had it, goes.
 */
export function DataTable<Row extends object>({ onRetry, failureText, ...table }: DataTableProps<Row>) {
  const place = useRef<HTMLDivElement>(null);
  function retry(): void {
    place.current?.focus();
    onRetry?.();
  }
  return (
    <div ref={place} className={styles.place} tabIndex={-1}>
      {onRetry ? <TableFailure text={failureText} onRetry={retry} /> : <LoadedTable {...table} />}
    </div>
  );
}

/** Rows and pager. In a narrow place each row stands as a block of labelled values. */
function LoadedTable<Row extends object>(props: Omit<DataTableProps<Row>, 'onRetry' | 'failureText'>) {
  const { label, columns, rows, rowKey, paging, isLoading, onOpen, selectedKey, revealedKey, rowStatus } = props;
  const translate = useTranslate();
  const revealedIndex = rows.findIndex((row) => rowKey(row) === revealedKey);
  const shown = useShownPage(rows, paging, revealedKey, revealedIndex);
  useExistingPage(rows, paging, isLoading !== true);

  if (isLoading && rows.length === 0) return <Skeleton active title={false} paragraph={{ rows: shown.pageSize }} />;

  const rowClass = (row: Row) =>
    [
      onOpen && styles.clickable,
      rowKey(row) === selectedKey && styles.selected,
      rowKey(row) === revealedKey && styles.revealed,
      rowStatus?.(row) === CANCELLED && styles.cancelled,
    ]
      .filter(Boolean)
      .join(' ');

  return (
    <div className={props.hasDarkHeader ? styles.darkHeader : styles.table} aria-busy={isLoading ?? false}>
      <Table<Row>
        size="small"
        aria-label={label}
        columns={antdColumns(columns)}
        dataSource={[...shown.rows]}
        rowKey={rowKey}
        pagination={false}
        rowClassName={rowClass}
        locale={{ emptyText: props.emptyText ?? translate('table:empty') }}
        {...(onOpen && { onRow: (row: Row) => ({ onClick: () => onOpen(row) }) })}
      />
      <Pager
        {...shown}
        pageSizes={paging.pageSizes}
        showsTotal={paging.showsTotal}
        needsConnection={paging.mode === 'server'}
      />
    </div>
  );
}
