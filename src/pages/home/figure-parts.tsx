import { useTranslate } from '@refinedev/core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { formatDay } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { ChartPlace } from '#src/components/charts/chart-place.tsx';
import { type Chart, heightOf } from '#src/components/charts/chart.ts';
import { Amount, asValue } from '#src/components/display/value.tsx';
import { RetryButton } from '#src/components/plain/plain-button.tsx';
import { Icon } from '#src/components/plain/icon.tsx';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';
import styles from './dashboard.module.css';
import { type Coverage, type DashboardState, largestFirst, type Share, type Stats } from './figures.ts';

interface CutWarningProps {
  readonly of: 'purchases' | 'orders';
  readonly coverage: Coverage;
}

/** A warning before the figures: how many rows are missing, and from which day the figures are complete. */
export function CutWarning({ of, coverage: { from, wholeFrom, cut } }: CutWarningProps) {
  const translate = useTranslate();
  if (!cut) return null;
  const text = wholeFrom > from ? 'cutOneDay' : 'cut';
  return (
    <p className={`${styles.warning} ${styles.wide}`}>
      <Icon shape="warning" />
      <span>
        {translate(`dashboard:${of}.${text}`, {
          read: formatCount(cut.read),
          total: formatCount(cut.total),
          from: formatDay(from),
        })}
      </span>
    </p>
  );
}

interface CountedProps {
  /** The URL of the list of the counted items; undefined if no filter shows just these. */
  readonly to: string | undefined;
  readonly children: ReactNode;
}

/** A figure or its name, as a link to the list of the counted items. */
export function Counted({ to, children }: CountedProps) {
  const shown = asValue(children);
  return to === undefined ? shown : <Link to={to}>{shown}</Link>;
}

interface Row {
  readonly key: string;
  readonly name: string;
  readonly values: readonly ReactNode[];
  /** The URL of the list of the counted items. */
  readonly to?: string | undefined;
}

/** The figures of a chart. The first column names the row, the others are numbers. */
interface Figures {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

interface FiguresTableProps {
  readonly label: string;
  readonly figures: Figures;
  /** Height of the chart above the table, in px. */
  readonly chartHeight: number;
}

/** Visible height of a table below a low chart, in px. */
const MIN_HEIGHT = 330;
/** Twenty rows and their head are this much higher than twenty bars, in px. */
const EXTRA_HEIGHT = 40;

/** The table of a chart's figures. A long table has its own scrolling, also by keyboard. */
function FiguresTable({ label, figures, chartHeight }: FiguresTableProps) {
  const maxHeight = Math.max(MIN_HEIGHT, chartHeight + EXTRA_HEIGHT);
  return (
    // A scrollable region must be reachable by keyboard.
    <div
      className={`${styles.tablePlace} printed-whole`}
      style={{ maxHeight }}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {figures.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.rows.map(({ key, name, values, to }) => (
            <tr key={key}>
              <th scope="row">
                <Counted to={to}>{name}</Counted>
              </th>
              {values.map((value, index) => (
                <td key={figures.columns[index + 1]}>{asValue(value)}</td>
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

interface ChartCardProps extends Omit<FiguresCardProps, 'children'> {
  readonly chart: Chart;
  readonly figures: Figures;
}

export function ChartCard({ title, notes, chart, figures }: ChartCardProps) {
  return (
    <FiguresCard title={title} notes={notes}>
      <ChartPlace
        chart={chart}
        table={<FiguresTable label={title} figures={figures} chartHeight={heightOf(chart)} />}
      />
    </FiguresCard>
  );
}

interface FiguresFrameProps<Figures> {
  readonly state: DashboardState<Figures>;
  readonly emptyText: string;
  /** The error text: what could not be loaded, and why. */
  readonly failureText: (message: string) => string;
  readonly children: (figures: Figures) => ReactNode;
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

/** The figures, their placeholder while they load, or the reason for their absence (design §5). */
function FiguresContent<Figures>({ state, emptyText, failureText, children }: FiguresFrameProps<Figures>) {
  const errorText = useErrorText();
  if (state.kind === 'loading') return <FiguresSkeleton />;
  if (state.kind === 'failed') {
    return (
      <div className={styles.failure}>
        <p>{failureText(errorText(state.error))}</p>
        <RetryButton onRetry={state.retry} />
      </div>
    );
  }
  return state.figures ? children(state.figures) : <p className={styles.empty}>{emptyText}</p>;
}

/** The frame of the figures. It takes the focus when 'Riprova' disappears (design §5). */
export function FiguresFrame<Figures>(props: FiguresFrameProps<Figures>) {
  return (
    <div className={styles.figures} tabIndex={-1}>
      <FiguresContent {...props} />
    </div>
  );
}

/** A counted part of a whole, such as a month or a business. */
interface Part extends Stats {
  readonly name: string;
  /** The short name in the chart. Default: the name. */
  readonly label?: string;
  /** The URL of the list of the counted items. */
  readonly to?: string | undefined;
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
  const rows = parts.map(({ name, count, total, to }) => ({
    key: name,
    name,
    to: count > 0 ? to : undefined,
    values: [formatCount(count), <Amount value={total} />],
  }));
  return (
    <ChartCard
      title={title}
      notes={notes}
      chart={chart}
      figures={{ columns: headings, rows: form === 'columns' ? rows.toReversed() : rows }}
    />
  );
}

interface SharesCardProps extends Pick<StatsCardProps, 'title' | 'notes' | 'columns'> {
  readonly shares: readonly Share[];
  /** Shown for a name that the server does not send. */
  readonly unnamed: string;
}

/** Shares of a total, the largest first, the smallest added up. */
export function SharesCard({ shares, unnamed, ...card }: SharesCardProps) {
  const translate = useTranslate();
  const { largest, others } = largestFirst(shares);
  const named = largest.map((share) => ({ ...share, name: share.name ?? unnamed }));
  const rest = others ? [{ ...others, name: translate('dashboard:others', { n: others.shares }) }] : [];
  return <StatsCard {...card} form="bars" unit="euro" parts={[...named, ...rest]} />;
}

export interface Tile {
  readonly label: string;
  readonly value: ReactNode;
  /** The URL of the list of the counted items. */
  readonly to?: string | undefined;
  /** Whether somebody has to do something about it. */
  readonly isWaiting?: boolean;
}

interface FigureTilesProps {
  readonly tiles: readonly Tile[];
  /** What the figures include and exclude. */
  readonly note?: string;
}

/** A figure with its label. The whole tile links to the list of the counted items. */
function FigureTile({ label, value, to, isWaiting = false }: Tile) {
  const id = useId();
  return (
    <div className={`${styles.tile} ${isWaiting ? styles.waiting : ''}`}>
      <dt id={id}>{label}</dt>
      <dd id={`${id}-value`}>
        {to === undefined ? (
          asValue(value)
        ) : (
          <Link to={to} aria-labelledby={`${id} ${id}-value`}>
            {asValue(value)}
          </Link>
        )}
      </dd>
    </div>
  );
}

/** The most important figures, each with its label. */
export function FigureTiles({ tiles, note }: FigureTilesProps) {
  return (
    <div className={styles.wide}>
      <dl className={styles.tiles}>
        {tiles.map((tile) => (
          <FigureTile key={tile.label} {...tile} />
        ))}
      </dl>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
