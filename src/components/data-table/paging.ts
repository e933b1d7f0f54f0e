import { useEffect, useEffectEvent, useState } from 'react';

/** §9: the default page size of every table, and the sizes a person may choose. */
export const DEFAULT_PAGE_SIZE = 5;
export const PAGE_SIZES = [5, 10, 20] as const;

interface PagingBase {
  /** Sizes offered in the per-page dropdown; none when not given. */
  readonly pageSizes?: readonly number[];
  /** Whether 'Totale elementi: N' shows. */
  readonly showsTotal?: boolean;
}

/** All rows are there; the table cuts them into pages. */
export interface ClientPaging extends PagingBase {
  readonly mode: 'client';
  readonly pageSize?: number;
}

/** The rows are one page of many; `page` is one-based. */
export interface ServerPaging extends PagingBase {
  readonly mode: 'server';
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  /** `replace`: the page asked for does not exist, and there should be no way back to it. */
  readonly onChange: (page: number, pageSize: number, how?: { readonly replace: boolean }) => void;
}

export type Paging = ClientPaging | ServerPaging;

/** The page that the table shows. */
export interface ShownPage<Row> {
  readonly rows: readonly Row[];
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onChange: (page: number, pageSize: number) => void;
}

/** Pages needed for so many rows; at least one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/**
 * The page to show of either kind of paging. A client page that no longer exists gives way to the last one; a client
 * table turns to the row at `revealedIndex` whenever `revealed` becomes another.
 */
export function useShownPage<Row>(
  rows: readonly Row[],
  paging: Paging,
  revealed: string | undefined,
  revealedIndex: number,
): ShownPage<Row> {
  const [chosen, setChosen] = useState({
    page: 1,
    pageSize: paging.pageSize ?? DEFAULT_PAGE_SIZE,
    revealed,
  });
  if (chosen.revealed !== revealed) {
    const page = revealedIndex < 0 ? chosen.page : Math.floor(revealedIndex / chosen.pageSize) + 1;
    setChosen({ ...chosen, page, revealed });
  }
  if (paging.mode === 'server') return { rows, ...paging };
  const { pageSize } = chosen;
  const page = Math.min(chosen.page, pageCount(rows.length, pageSize));
  return {
    rows: rows.slice((page - 1) * pageSize, page * pageSize),
    page,
    pageSize,
    total: rows.length,
    onChange: (nextPage, nextSize) => setChosen({ page: nextPage, pageSize: nextSize, revealed }),
  };
}

/**
 * Turns to the last page when the server has rows, but none on the page asked for: an old link, or a list that has
 * become shorter meanwhile.
 * @param isAnswered whether the rows are those of the page asked for
 */
export function useExistingPage(rows: readonly unknown[], paging: Paging, isAnswered: boolean): void {
  const isBeyond = paging.mode === 'server' && isAnswered && rows.length === 0 && paging.total > 0;
  const last = isBeyond ? pageCount(paging.total, paging.pageSize) : Infinity;
  const turnBack = useEffectEvent(() => {
    if (paging.mode === 'server' && last < paging.page) paging.onChange(last, paging.pageSize, { replace: true });
  });
  useEffect(() => {
    turnBack();
  }, [last]);
}
