import type { ReactNode } from 'react';
import styles from '../dashboard.module.css';
import { Counted } from './counted.tsx';

interface Row {
  readonly key: string;
  readonly name: string;
  readonly values: readonly ReactNode[];
  /** Where what it counts is listed. */
  readonly to?: string | undefined;
}

/** The figures of a chart: the first column names each row, the others hold numbers. */
export interface Figures {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

interface FiguresTableProps {
  readonly label: string;
  readonly figures: Figures;
  /** How high the chart beside it is, in px. */
  readonly chartHeight: number;
}

/** Of a table beside a low chart so much is seen, in px. */
const LEAST_HEIGHT = 330;
/** Twenty rows and their head are so much higher than twenty bars, in px. */
const BEYOND_BARS = 40;

/** The figures of a chart in words and numbers; a long one scrolls by itself, with the keyboard too. */
export function FiguresTable({ label, figures, chartHeight }: FiguresTableProps) {
  const maxHeight = Math.max(LEAST_HEIGHT, chartHeight + BEYOND_BARS);
  return (
    // A part that scrolls must be reachable by keyboard.
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
                <td key={figures.columns[index + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
