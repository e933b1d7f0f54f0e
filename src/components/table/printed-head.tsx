import { type CrudSort, useTranslate } from '@refinedev/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { now } from '#contract/rules/clock.ts';
import { formatInstant } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { useCountText } from '../display/count-text.ts';

/** Calls back before and after printing. State set in the callback is printed. */
export function usePrinting(onChange: (isPrinting: boolean) => void): void {
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    const begin = () => flushSync(() => tell(true));
    const end = () => tell(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
}

/** What is printed of a `useTable`. */
export interface PrintedList {
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly sorters: readonly CrudSort[];
  /** The key of the column that sorts the list, newest first, until the user chooses another. */
  readonly newestBy: string;
  readonly currentPage: number;
  readonly pageSize: number;
  readonly result: { readonly total?: number | undefined };
  readonly tableProps?: { readonly pagination?: false | { readonly hasMore?: boolean | undefined } };
}

interface PrintedHeadProps {
  /** The filters of the list as readable texts. */
  readonly filters: readonly (string | undefined)[];
  readonly list?: PrintedList | undefined;
}

/** The head of a printed page, instead of the forms: what is printed, and when (rules §7). */
export function PrintedHead({ filters, list }: PrintedHeadProps) {
  const translate = useTranslate();
  const [at, setAt] = useState(now);
  usePrinting((isPrinting) => {
    if (isPrinting) setAt(now());
  });
  const countText = useCountText();
  const parts = [...filters];
  const total = list?.result.total ?? 0;
  if (list && total > 0) {
    const { columns, newestBy, currentPage: page, pageSize } = list;
    const { field, order } = list.sorters[0] ?? { field: newestBy, order: 'desc' };
    const column = columns.find(({ key }) => key === field)?.title;
    if (column) parts.push(translate(`table:printed.${order}`, { column }));
    const { pagination = false } = list.tableProps ?? {};
    const hasMore = pagination !== false && pagination.hasMore === true;
    const end = page * pageSize;
    const [from, to] = [end - pageSize + 1, hasMore ? end : Math.min(end, total)].map(formatCount);
    const all = countText(total, hasMore);
    parts.push(translate('table:printed.rows', { from, to, total: all }));
  }
  parts.push(translate('table:printed.at', { at: formatInstant(at) }));
  return <p className="print-only">{parts.filter(Boolean).join(' · ')}</p>;
}
