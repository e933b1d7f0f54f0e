import { Button } from 'antd';
import type { ReactNode } from 'react';
import { formatDay, formatInstant } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { Amount } from '../amount/amount.tsx';
import { HoverDetail } from './hover-detail.tsx';
import { NO_VALUE } from '../no-value.ts';
import { StatusChip } from '../status-chip/status-chip.tsx';
import type { ShownColumn } from './column.ts';
import styles from './data-table.module.css';

function textOf<Row>(column: Extract<ShownColumn<Row>, { kind: 'text' }>, row: Row): ReactNode {
  const text = column.value(row) ?? NO_VALUE;
  const detail = column.detail?.(row);
  if (detail !== undefined) return <HoverDetail text={text} detail={detail} />;
  if (column.isCode) return <span className={styles.code}>{text}</span>;
  return column.opensRow ? <Button type="link">{text}</Button> : text;
}

function dateOf(shows: 'day' | 'instant', value: string | undefined): string {
  if (value === undefined) return NO_VALUE;
  return shows === 'day' ? formatDay(value) : formatInstant(new Date(value));
}

/** The content of a cell, by the kind of its column (§2 Generic data table). */
export function cellContent<Row>(column: ShownColumn<Row>, row: Row): ReactNode {
  switch (column.kind) {
    case 'text':
      return textOf(column, row);
    case 'chip':
      return <StatusChip {...column.value(row)} />;
    case 'number': {
      const value = column.value(row);
      return value === undefined ? NO_VALUE : formatCount(value);
    }
    case 'date':
      return dateOf(column.shows, column.value(row));
    case 'currency': {
      const value = column.value(row);
      return value ? <Amount value={value} shows={column.shows} /> : NO_VALUE;
    }
    case 'object':
      return column.render(row);
  }
}
