import { useTranslate } from '@refinedev/core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { formatDay } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { ChartPlace } from '#src/components/charts/chart-place.tsx';
import { type Chart, heightOf } from '#src/components/charts/chart.ts';
import { useCountText } from '#src/components/display/count-text.ts';
import { Amount, asValue } from '#src/components/display/value.tsx';
import { RetryButton } from '#src/components/plain/plain-button.tsx';
import { Icon } from '#src/components/plain/icon.tsx';
import type { ApiError } from '#src/providers/api/api-error.ts';
import { isQuietStatus } from '#src/providers/api/error-policy.ts';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';
import styles from './dashboard.module.css';
import { type Coverage, largestFirst, type Stats } from './figures.ts';

interface CutWarningProps {
  readonly of: 'purchases' | 'orders';
  readonly coverage: Coverage;
}

/** A warning before the figures: how many rows are missing, and from which day the figures are complete. */
export function CutWarning({ of, coverage: { from, wholeFrom, cut } }: CutWarningProps) {
  const translate = useTranslate();
  const countText = useCountText();
  if (!cut) return null;
  const text = wholeFrom > from ? 'cutOneDay' : 'cut';
  return (
    <p className={`${styles.warning} ${styles.wide}`}>
      <Icon shape="warning" />
      <span>
        {translate(`dashboard:${of}.${text}`, {
          read: formatCount(cut.read),
          total: countText(cut.total, cut.hasMore),
          from: formatDay(from),
        })}
      </span>
    </p>
  );
}

/** A count, an amount in euro or a name, and the URL of the list of the counted items, if a filter shows just these. */
interface FigureProps {
  readonly value: number | Money | string;
  readonly to?: string | undefined;
  /** Ids of the elements that name the link. Default: its text. */
  readonly labelledBy?: string;
}

function Figure({ value, to, labelledBy }: FigureProps) {
  const text = typeof value === 'number' ? formatCount(value) : value;
  const shown = typeof text === 'string' ? asValue(text) : <Amount value={text} />;
  if (to === undefined) return shown;
  return (
    <Link to={to} aria-labelledby={labelledBy}>
      {shown}
    </Link>
  );
}

interface FiguresTableProps {
  readonly title: string;
  readonly columns: readonly string[];
  /** The first figure of a row names it, and differs from that of the others. */
  readonly rows: readonly (readonly [name: FigureProps & { readonly value: string }, ...values: FigureProps[]])[];
}

/** Visible height of a table below a low chart, in px. */
const MIN_HEIGHT = 330;
/** Twenty rows and their head are this much higher than twenty bars, in px. */
const EXTRA_HEIGHT = 40;

/** The table of a chart's figures. A long table has its own scrolling, also by keyboard. */
function FiguresTable({ title, columns, rows, chart }: FiguresTableProps & { readonly chart: Chart }) {
  const maxHeight = Math.max(MIN_HEIGHT, heightOf(chart) + EXTRA_HEIGHT);
  return (
    // A scrollable region must be reachable by keyboard.
    <div
      className={`${styles.tablePlace} printed-whole`}
      style={{ maxHeight }}
      role="region"
      aria-label={title}
      tabIndex={0}
    >
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name.value}>
              <th scope="row">
                <Figure {...name} />
              </th>
              {values.map((figure, index) => (
                <td key={columns[index + 1]}>
                  <Figure {...figure} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface FiguresCardProps {
  readonly title: string;
  /** What the figures include and exclude, and what the server does not send. */
  readonly notes: readonly string[];
  readonly children?: ReactNode;
}

export function FiguresCard({ title, notes, children }: FiguresCardProps) {
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      {children}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </section>
  );
}

interface ChartCardProps extends FiguresTableProps, Pick<FiguresCardProps, 'notes'> {
  readonly chart: Chart;
}

export function ChartCard({ notes, ...figures }: ChartCardProps) {
  return (
    <FiguresCard title={figures.title} notes={notes}>
      <ChartPlace chart={figures.chart} table={<FiguresTable {...figures} />} />
    </FiguresCard>
  );
}

export function FiguresSkeleton() {
  return (
    <div className={styles.figures} aria-busy="true" aria-hidden="true">
      <div className={styles.tiles}>
        {['a', 'b', 'c', 'd'].map((tile) => (
          <div key={tile} className={`skeleton ${styles.tileSkeleton ?? ''}`} />
        ))}
      </div>
      <div className={`skeleton ${styles.cardSkeleton ?? ''}`} />
      <div className={`skeleton ${styles.cardSkeleton ?? ''}`} />
    </div>
  );
}

interface FiguresFrameProps<Figures> {
  /** The texts are `dashboard:{of}.empty` and `.failure`. */
  readonly of: 'purchases' | 'orders' | 'operator';
  readonly query: { readonly error: ApiError | null; readonly refetch: () => Promise<unknown> };
  /** Undefined while they load; null if there is nothing to show. */
  readonly figures: Figures | null | undefined;
  readonly children: (figures: Figures) => ReactNode;
}

/**
 * The figures, their placeholder while they load, or the reason for their absence (design §5). An error that is not shown
 * counts as no figures (§8, rules §2). The frame takes the focus when 'Riprova' disappears.
 */
export function FiguresFrame<Figures>({
  of,
  query: { error, refetch },
  figures,
  children,
}: FiguresFrameProps<Figures>) {
  const translate = useTranslate();
  const errorText = useErrorText();
  function content(): ReactNode {
    if (error && !isQuietStatus(error.status)) {
      return (
        <div className={styles.failure}>
          <p>{translate(`dashboard:${of}.failure`, { message: errorText(error) })}</p>
          <RetryButton onRetry={() => void refetch()} />
        </div>
      );
    }
    if (error || figures === null) return <p className={styles.empty}>{translate(`dashboard:${of}.empty`)}</p>;
    return figures ? children(figures) : <FiguresSkeleton />;
  }
  return (
    <div className={styles.figures} tabIndex={-1}>
      {content()}
    </div>
  );
}

/** A counted part of a whole, such as a month or a business. */
interface Part extends Stats, Pick<FigureProps, 'to'> {
  readonly name: string;
  /** The short name in the chart. Default: the name. */
  readonly label?: string;
}

interface StatsCardProps extends Omit<FiguresCardProps, 'children'> {
  /** What the chart draws. */
  readonly form: Chart['form'];
  readonly unit: Chart['unit'];
  /** Keys of the headings of the three columns: name, count and total. */
  readonly columns: readonly [string, string, string];
  /** Parts of a period are the oldest first. The table shows them the newest first. */
  readonly parts: readonly Part[];
}

/** The count and the total of each part, as a chart and as a table. */
export function StatsCard({ title, notes, form, unit, columns, parts }: StatsCardProps) {
  const translate = useTranslate();
  const headings = columns.map((key) => translate(`dashboard:column.${key}`));
  const chart: Chart = {
    form,
    unit,
    name: headings[unit === 'count' ? 1 : 2] ?? '',
    points: parts.map(({ name, label = name, count, total, to }) => ({
      label,
      value: unit === 'count' ? count : total,
      to,
    })),
  };
  const listed = form === 'columns' ? parts.toReversed() : parts;
  return (
    <ChartCard
      title={title}
      notes={notes}
      chart={chart}
      columns={headings}
      rows={listed.map(({ name, count, total, to }) => [
        { value: name, to: count > 0 ? to : undefined },
        { value: count },
        { value: total },
      ])}
    />
  );
}

/** Shares of a total, the largest first, the smallest added up. */
export function SharesCard({ parts, ...card }: Omit<StatsCardProps, 'form' | 'unit'>) {
  const translate = useTranslate();
  const { largest, others } = largestFirst(parts);
  const rest = others ? [{ ...others, name: translate('dashboard:others', { n: others.shares }) }] : [];
  return <StatsCard {...card} form="bars" unit="euro" parts={[...largest, ...rest]} />;
}

export interface Tile extends Pick<FigureProps, 'value' | 'to'> {
  readonly label: string;
  /** Whether somebody has to do something about it. */
  readonly isWaiting?: boolean;
}

interface FigureTilesProps {
  readonly tiles: readonly Tile[];
  /** What the figures include and exclude. */
  readonly note?: string;
}

/** The most important figures, each with its label. A whole tile links to the list of the counted items. */
export function FigureTiles({ tiles, note }: FigureTilesProps) {
  const id = useId();
  return (
    <div className={styles.wide}>
      <dl className={styles.tiles}>
        {tiles.map(({ label, isWaiting = false, ...figure }, index) => (
          <div key={label} className={`${styles.tile} ${isWaiting ? styles.waiting : ''}`}>
            <dt id={`${id}-label-${index}`}>{label}</dt>
            <dd id={`${id}-value-${index}`}>
              <Figure {...figure} labelledBy={`${id}-label-${index} ${id}-value-${index}`} />
            </dd>
          </div>
        ))}
      </dl>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
