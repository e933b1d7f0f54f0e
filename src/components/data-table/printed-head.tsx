import { type CrudSort, useTranslate } from '@refinedev/core';
import { useState } from 'react';
import { formatInstant } from '#contract/rules/dates.ts';
import { usePrinting } from '#src/hooks/use-printing.ts';

/** A list as it is on paper: its order, and which of its rows. */
export interface PrintedList {
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly sorters: readonly CrudSort[];
  /** The key of the column by which it is sorted, the newest first, until another is chosen. */
  readonly newestBy: string;
  readonly page: number;
  readonly pageSize: number;
  /** Rows of the whole list. */
  readonly total: number;
}

interface PrintedHeadProps {
  /** What narrows what is shown, each as it is read. */
  readonly filters: readonly (string | undefined)[];
  readonly list?: PrintedList | undefined;
}

const numbers = new Intl.NumberFormat('it-IT');

/** Stands on paper alone, where forms are left out: what is printed, and when (rules §7). */
export function PrintedHead({ filters, list }: PrintedHeadProps) {
  const translate = useTranslate();
  const [at, setAt] = useState(() => new Date());
  usePrinting((isPrinting) => {
    if (isPrinting) setAt(new Date());
  });
  const parts = [...filters];
  if (list && list.total > 0) {
    const { columns, newestBy, page, pageSize, total } = list;
    const { field, order } = list.sorters[0] ?? { field: newestBy, order: 'desc' };
    const column = columns.find(({ key }) => key === field)?.title;
    if (column) parts.push(translate(`table:printed.${order}`, { column }));
    const [from, to] = [(page - 1) * pageSize + 1, Math.min(page * pageSize, total)].map((row) => numbers.format(row));
    parts.push(translate('table:printed.rows', { from, to, total: numbers.format(total) }));
  }
  parts.push(translate('table:printed.at', { at: formatInstant(at) }));
  return <p className="print-only">{parts.filter(Boolean).join(' · ')}</p>;
}
