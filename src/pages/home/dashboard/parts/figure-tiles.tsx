import type { ReactNode } from 'react';
import styles from '../dashboard.module.css';

interface Tile {
  readonly label: string;
  readonly value: ReactNode;
}

interface FigureTilesProps {
  readonly tiles: readonly Tile[];
  /** What counts in all of them and what does not. */
  readonly note?: string;
}

/** The figures to see first, each under what it is. */
export function FigureTiles({ tiles, note }: FigureTilesProps) {
  return (
    <div>
      <dl className={styles.tiles}>
        {tiles.map(({ label, value }) => (
          <div key={label} className={styles.tile}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
