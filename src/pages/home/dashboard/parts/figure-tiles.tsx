import type { ReactNode } from 'react';
import styles from '../dashboard.module.css';

interface Tile {
  readonly label: string;
  readonly value: ReactNode;
}

/** The figures to see first, each under what it is. */
export function FigureTiles({ tiles }: { readonly tiles: readonly Tile[] }) {
  return (
    <dl className={styles.tiles}>
      {tiles.map(({ label, value }) => (
        <div key={label} className={styles.tile}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
