import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button, Input, Select, type TablePaginationConfig, type TableProps } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatCount } from '#contract/rules/numbers.ts';
import { useIsOnline } from '#src/providers/api/connection.ts';
import { DEFAULT_PAGE_SIZE } from '#src/providers/data/declaration.ts';
import { refuseOffline } from '#src/providers/notifications/refuse-offline.ts';
import { useCountText } from '../display/count-text.ts';
import styles from './table.module.css';

export interface PagedRows<Row> extends Pick<TableProps<Row>, 'dataSource' | 'loading' | 'onChange'> {
  /** With `hasMore` where there are more rows than `total`, which the server has not counted. */
  readonly pagination?: false | (TablePaginationConfig & { readonly hasMore?: boolean | undefined });
}

/** At least 1. */
function pageCount(total: number, pageSize: number): number {
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
) {
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

  const hasMore = isServerSide && requested.hasMore === true;
  return { current, pageSize, total, hasMore, /** Whether `dataSource` holds this page alone. */ isServerSide, turnTo };
}

interface PagerProps {
  /** Accessible name of the table: a screen may have several pagers. */
  readonly table: string;
  /** `current` starts at 1. */
  readonly pagination: {
    readonly current: number;
    readonly pageSize: number;
    readonly total: number;
    /** Whether there are more than `total`. */
    readonly hasMore?: boolean;
  };
  readonly pageSizes?: readonly number[] | undefined;
  readonly showsTotal?: boolean | undefined;
  /** Whether a page comes from the server, so that the pager needs a connection. Default: true. */
  readonly needsConnection?: boolean | undefined;
  readonly onChange: (page: number, pageSize: number) => void;
}

/** §9: from this number of pages the pager shows 'current / total'. */
const COMPACT_FROM_PAGES = 20;

/**
 * Goes to the page that is typed, with Enter. A number after the last page means the last; if nobody knows the last one,
 * the table finds it.
 */
function PageField({ pages, onGo }: { readonly pages: number; readonly onGo: (page: number) => void }) {
  const translate = useTranslate();
  return (
    <Input
      className={styles.pagerJump}
      inputMode="numeric"
      aria-label={translate('table:pager.jump')}
      placeholder={translate('table:pager.jumpHint')}
      onPressEnter={({ currentTarget }) => {
        const wanted = Number(currentTarget.value);
        if (Number.isInteger(wanted) && wanted > 0) onGo(Math.min(wanted, pages));
      }}
    />
  );
}

/** The pager of a table (§2): previous, page numbers or 'current / total', next, total, rows per page. */
export function Pager({ table, pagination, pageSizes, showsTotal, needsConnection = true, onChange }: PagerProps) {
  const { current: page, pageSize, total, hasMore = false } = pagination;
  const countText = useCountText();
  const translate = useTranslate();
  const isOnline = useIsOnline();
  const container = useRef<HTMLElement>(null);
  const pages = pageCount(total, pageSize);
  const smallest = Math.min(pageSize, ...(pageSizes ?? []));
  if (total <= smallest && !showsTotal) return null;

  const isRefused = needsConnection && !isOnline ? true : undefined;
  const change = (nextPage: number, nextSize = pageSize) => {
    if (!isRefused || !refuseOffline()) onChange(nextPage, nextSize);
  };
  /** A disabled arrow would lose the focus, so the pager takes it (design §5). */
  const turn = (next: number, end: number) => {
    if (next === end && !isRefused) container.current?.focus();
    change(next);
  };

  return (
    <nav ref={container} className={styles.pager} tabIndex={-1} aria-label={translate('table:pager.label', { table })}>
      {showsTotal && (
        <span className={styles.pagerTotal}>{translate('table:pager.total', { n: countText(total, hasMore) })}</span>
      )}
      <Button
        type="text"
        icon={<LeftOutlined aria-hidden />}
        aria-label={translate('table:pager.previous')}
        disabled={page <= 1}
        aria-disabled={isRefused}
        onClick={() => turn(page - 1, 1)}
      />
      {pages < COMPACT_FROM_PAGES && !hasMore ? (
        Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
          <Button
            key={number}
            // antd reuses the element for both variants, so the focus stays.
            color={number === page ? 'primary' : 'default'}
            variant={number === page ? 'solid' : 'filled'}
            aria-label={translate('table:pager.page', { page: number })}
            aria-current={number === page ? 'page' : undefined}
            aria-disabled={isRefused}
            translate="no"
            onClick={() => change(number)}
          >
            {number}
          </Button>
        ))
      ) : (
        <>
          <span translate="no">
            {translate('table:pager.compact', { current: formatCount(page), total: countText(pages, hasMore) })}
          </span>
          <PageField key={page} pages={hasMore ? Infinity : pages} onGo={(number) => change(number)} />
        </>
      )}
      <Button
        type="text"
        icon={<RightOutlined aria-hidden />}
        aria-label={translate('table:pager.next')}
        disabled={page >= pages && !hasMore}
        aria-disabled={isRefused}
        onClick={() => turn(page + 1, hasMore ? Infinity : pages)}
      />
      {pageSizes && pageSizes.length > 1 && (
        <Select<number>
          aria-label={translate('table:pager.pageSize')}
          value={pageSize}
          popupMatchSelectWidth={false}
          options={pageSizes.map((size) => ({ value: size, label: translate('table:pager.perPage', { n: size }) }))}
          onChange={(size) => change(1, size)}
        />
      )}
    </nav>
  );
}
