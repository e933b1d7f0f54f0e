import { Button } from 'antd';
import type { ReactNode } from 'react';
import { formatDay, formatInstant } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { Amount } from '../amount/amount.tsx';
import { HoverDetail } from './hover-detail.tsx';
import { NO_VALUE } from '../no-value.ts';
import { StatusChip } from '../status-chip/status-chip.tsx';
import { Value, asValue } from '../value/value.tsx';
import type { ShownColumn } from './column.ts';
import styles from './data-table.module.css';

function textOf<Row>(column: Extract<ShownColumn<Row>, { kind: 'text' }>, row: Row): ReactNode {
  const text = column.value(row) ?? NO_VALUE;
  const detail = column.detail?.(row);
  if (detail !== undefined) return <HoverDetail text={text} detail={detail} />;
  const shown = <Value text={text} className={column.isCode ? styles.code : undefined} />;
  return column.opensRow ? <Button type="link">{shown}</Button> : shown;
}

function dateOf(shows: 'day' | 'instant', value: string): string {
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
      return value === undefined ? NO_VALUE : <Value text={formatCount(value)} />;
    }
    case 'date': {
      const value = column.value(row);
      return value === undefined ? NO_VALUE : <Value text={dateOf(column.shows, value)} />;
    }
    case 'currency': {
      const value = column.value(row);
      return value ? <Amount value={value} shows={column.shows} /> : NO_VALUE;
    }
    case 'object':
      return asValue(column.render(row));
  }
}
