import { formatMonth } from '#contract/rules/dates.ts';
import { type Money, money } from '#contract/rules/money.ts';
import type { Shape } from '#contract/wire.ts';
import type { ShownColumn } from '#src/components/data-table/column.ts';
import { NO_VALUE } from '#src/components/no-value.ts';
import { toneOf } from '#src/components/status-chip/statuses.ts';
import { type AnyRecord, type Translate, isMonth, labelOf, textOf, wordOf } from './record-values.ts';

/** Flag of a record that is kept only because others refer to it. Shows as a chip. */
const DISABLED = 'disabled';
/** This field shows as a coloured chip (§2). */
const STATUS = 'status';
/** Fields of codes. */
const CODE = /code$/i;

/** The column of a field, by its type (§2 Generic data table). */
export function columnOf(
  resource: string,
  key: string,
  shape: Shape | undefined,
  translate: Translate,
): ShownColumn<AnyRecord> {
  const base = { key, title: labelOf(resource, key, translate) };
  const text = (row: AnyRecord) => textOf(row[key]);
  const kind = shape?.kind;
  if (kind === 'coordinate') {
    return { ...base, kind: 'text', value: (row) => text(row)?.replace('.', ',') };
  }
  if (kind === 'integer') return { ...base, kind: 'number', value: (row) => row[key] as number | undefined };
  if (kind === 'amount') {
    const read = (given: Money | number | undefined) => (given === undefined ? undefined : money(given));
    // With all its decimals.
    const value = (row: AnyRecord) => read(row[key] as Money | number | undefined);
    return { ...base, kind: 'currency', shows: 'unitPrice', value };
  }
  if (isMonth(key, shape)) {
    const monthOf = (day: string | undefined) => day && formatMonth(day);
    return { ...base, kind: 'text', value: (row) => monthOf(text(row)) };
  }
  if (kind === 'date') return { ...base, kind: 'date', shows: 'day', value: text };
  if (kind === 'timestamp') return { ...base, kind: 'date', shows: 'instant', value: text };
  if (kind === 'flag' && key === DISABLED) {
    const value = (row: AnyRecord) =>
      row[key] === true
        ? ({ label: translate('resource:disabled'), tone: 'bad' } as const)
        : ({ label: translate('resource:enabled'), tone: 'good' } as const);
    return { ...base, title: translate('resource:state'), kind: 'chip', value };
  }
  if (kind === 'flag') {
    return { ...base, kind: 'text', value: (row) => translate(row[key] === true ? 'common:yes' : 'common:no') };
  }
  if (kind === 'word') {
    const label = (row: AnyRecord) => wordOf(resource, key, text(row) ?? NO_VALUE, translate);
    const tone = (row: AnyRecord) => (key === STATUS ? toneOf('record', text(row) ?? '') : 'neutral');
    return { ...base, kind: 'chip', value: (row) => ({ label: label(row), tone: tone(row) }) };
  }
  if (shape?.kind === 'list') {
    const words = (row: AnyRecord) => (Array.isArray(row[key]) ? row[key].map((word) => textOf(word) ?? '') : []);
    const shown = (row: AnyRecord) => words(row).map((word) => wordOf(resource, key, word, translate));
    return { ...base, kind: 'text', value: (row) => shown(row).join(', ') || undefined };
  }
  return { ...base, kind: 'text', value: text, isCode: CODE.test(key) };
}
