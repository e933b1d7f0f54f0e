import type { TableProps } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { DEFAULT_PAGE_SIZE } from '#src/providers/data/declaration.ts';

export type PagedRows<Row> = Pick<TableProps<Row>, 'dataSource' | 'loading' | 'pagination' | 'onChange'>;

interface ShownPage {
  /** Starts at 1. */
  readonly current: number;
  readonly pageSize: number;
  readonly total: number;
  /** Whether `dataSource` holds this page alone; otherwise it holds all rows. */
  readonly isServerSide: boolean;
  readonly turnTo: (current: number, pageSize: number) => void;
}

/** Number of pages for `total` rows; at least 1. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

function sizeOr(size: number | undefined, sizes: readonly number[] | undefined): number {
  const [first = DEFAULT_PAGE_SIZE] = sizes ?? [];
  return size !== undefined && (sizes?.includes(size) ?? true) ? size : first;
}

/**
 * The current page: from `tableProps.pagination`, or from the table's own state if that has none. A page after the last
 * becomes the last. A page size that is not offered becomes the first of `pageSizes`. A table with all rows turns to
 * the page of `revealed` when that row changes.
 */
export function useShownPage<Row>(
  { dataSource = [], loading, pagination, onChange }: PagedRows<Row>,
  pageSizes: readonly number[] | undefined,
  revealed: { readonly key: string | undefined; readonly index: number },
): ShownPage {
  const requested = pagination === false ? {} : (pagination ?? {});
  const isServerSide = requested.current !== undefined;
  const [own, setOwn] = useState({
    current: 1,
    pageSize: requested.pageSize ?? DEFAULT_PAGE_SIZE,
    revealedKey: revealed.key,
  });
  if (own.revealedKey !== revealed.key) {
    const current = revealed.index < 0 ? own.current : Math.floor(revealed.index / own.pageSize) + 1;
    setOwn({ ...own, current, revealedKey: revealed.key });
  }

  const total = isServerSide ? (requested.total ?? 0) : dataSource.length;
  const pageSize = isServerSide ? sizeOr(requested.pageSize, pageSizes) : own.pageSize;
  const wanted = requested.current ?? own.current;
  const isBeyond = isServerSide
    ? loading !== true && dataSource.length === 0 && wanted > 1
    : wanted > pageCount(total, pageSize);
  const known = Number.isInteger(wanted) && wanted > 0 ? wanted : 1;
  const current = isBeyond ? Math.min(pageCount(total, pageSize), known - 1) : known;

  const ask = (nextPage: number, nextSize: number) =>
    onChange?.({ current: nextPage, pageSize: nextSize }, {}, [], { action: 'paginate', currentDataSource: [] });
  const turnTo = (nextPage: number, nextSize: number) => {
    if (isServerSide) ask(nextPage, nextSize);
    else setOwn({ ...own, current: nextPage, pageSize: nextSize });
  };

  const isCorrected = isServerSide && (current !== requested.current || pageSize !== requested.pageSize);
  const correct = useEffectEvent(() => ask(current, pageSize));
  useEffect(() => {
    if (isCorrected) correct();
  }, [isCorrected, current, pageSize]);

  return { current, pageSize, total, isServerSide, turnTo };
}
