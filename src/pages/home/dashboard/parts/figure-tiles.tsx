import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import styles from '../dashboard.module.css';

interface Tile {
  readonly label: string;
  readonly value: ReactNode;
  /** Where what it counts is listed. */
  readonly to?: string | undefined;
}

interface FigureTilesProps {
  readonly tiles: readonly Tile[];
  /** What counts in all of them and what does not. */
  readonly note?: string;
}

/** A figure under what it is; the whole tile leads to the list of what it counts. */
function FigureTile({ label, value, to }: Tile) {
  const id = useId();
  return (
    <div className={styles.tile}>
      <dt id={id}>{label}</dt>
      <dd id={`${id}-value`}>
        {to === undefined ? (
          value
        ) : (
          <Link to={to} aria-labelledby={`${id} ${id}-value`}>
            {value}
          </Link>
        )}
      </dd>
    </div>
  );
}

/** The figures to see first, each under what it is. */
export function FigureTiles({ tiles, note }: FigureTilesProps) {
  return (
    <div>
      <dl className={styles.tiles}>
        {tiles.map((tile) => (
          <FigureTile key={tile.label} {...tile} />
        ))}
      </dl>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
