import { Button, Popover } from 'antd';
import { type ReactNode, useState } from 'react';
import { formatDay, formatInstant } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { StatusChip } from '../display/status-chip.tsx';
import { Amount, asValue, NO_VALUE, Value } from '../display/value.tsx';
import { ActionButton } from '../form/action-button.tsx';
import { useEscape } from '../plain/escape.ts';
import type { ActionColumn, ShownColumn, TextColumn } from './column.ts';
import styles from './table.module.css';

/** §9: delay of tooltips and popovers, in seconds as antd expects. */
const SHOW_DELAY_S = 0;
const HIDE_DELAY_S = 0.05;

/** A word with a popover that opens on hover and keyboard focus. */
export function HoverDetail({ text, detail }: { readonly text: string; readonly detail: string }) {
  const [isOpen, setOpen] = useState(false);
  useEscape(() => setOpen(false), { isOn: isOpen });
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      content={<Value text={detail} />}
      trigger={['hover', 'focus']}
      mouseEnterDelay={SHOW_DELAY_S}
      mouseLeaveDelay={HIDE_DELAY_S}
    >
      <button type="button" className={styles.explained}>
        <Value text={text} />
        <Value className="visually-hidden" text={` (${detail})`} />
      </button>
    </Popover>
  );
}

function textOf<Row>(column: TextColumn<Row>, row: Row): ReactNode {
  const text = column.value(row) ?? NO_VALUE;
  const detail = column.detail?.(row);
  if (detail !== undefined) return <HoverDetail text={text} detail={detail} />;
  const shown = <Value text={text} className={column.isCode ? styles.code : undefined} />;
  return column.opensRow ? <Button type="link">{shown}</Button> : shown;
}

/** What a value looks like. */
function shownOf<Value>(value: Value | undefined, look: (value: Value) => ReactNode): ReactNode {
  return value === undefined ? NO_VALUE : look(value);
}

/** The content of a cell, by the kind of its column (§2 Generic data table). */
export function cellContent<Row>(column: ShownColumn<Row>, row: Row): ReactNode {
  switch (column.kind) {
    case 'text':
      return (
        <>
          {textOf(column, row)}
          {column.below && <Value text={column.below(row)} className={styles.below} />}
        </>
      );
    case 'chip':
      return <StatusChip {...column.value(row)} />;
    case 'number':
      return shownOf(column.value(row), (value) => <Value text={formatCount(value)} />);
    case 'date':
      return shownOf(column.value(row), (value) => (
        <Value text={column.shows === 'day' ? formatDay(value) : formatInstant(new Date(value))} />
      ));
    case 'currency':
      return shownOf(column.value(row), (value) => <Amount value={value} shows={column.shows} />);
    case 'object':
      return asValue(column.render(row));
  }
}

/** A row's button, where the row has it. */
export function RowButton<Row>({ column, row }: { readonly column: ActionColumn<Row>; readonly row: Row }) {
  if (column.isOffered?.(row) === false) return NO_VALUE;
  return (
    <ActionButton
      type="text"
      size="small"
      danger={column.isDangerous ?? false}
      icon={column.icon}
      aria-label={column.label(row)}
      loading={column.isBusy?.(row) ?? false}
      disabled={column.isDisabled?.(row) ?? false}
      onClick={(event) => {
        event.stopPropagation();
        column.onAction(row);
      }}
    >
      {column.text}
    </ActionButton>
  );
}
