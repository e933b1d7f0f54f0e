import type { ReactNode } from 'react';
import styles from '../dashboard.module.css';
import { Counted } from './counted.tsx';
import { asValue } from '#src/components/value/value.tsx';

interface Row {
  readonly key: string;
  readonly name: string;
  readonly values: readonly ReactNode[];
  /** The URL of the list of the counted items. */
  readonly to?: string | undefined;
}

/** The figures of a chart. The first column names the row, the others are numbers. */
export interface Figures {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

interface FiguresTableProps {
  readonly label: string;
  readonly figures: Figures;
  /** Height of the chart beside the table, in px. */
  readonly chartHeight: number;
}

/** Visible height of a table beside a low chart, in px. */
const MIN_HEIGHT = 330;
/** Twenty rows and their head are this much higher than twenty bars, in px. */
const EXTRA_HEIGHT = 40;

/** The table of a chart's figures. A long table has its own scrolling, also by keyboard. */
export function FiguresTable({ label, figures, chartHeight }: FiguresTableProps) {
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
