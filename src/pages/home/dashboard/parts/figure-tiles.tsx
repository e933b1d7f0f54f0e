import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import styles from '../dashboard.module.css';
import { asValue } from '#src/components/value/value.tsx';

interface Tile {
  readonly label: string;
  readonly value: ReactNode;
  /** The URL of the list of the counted items. */
  readonly to?: string | undefined;
}

interface FigureTilesProps {
  readonly tiles: readonly Tile[];
  /** What the figures include and exclude. */
  readonly note?: string;
}

/** A figure with its label. The whole tile links to the list of the counted items. */
function FigureTile({ label, value, to }: Tile) {
  const id = useId();
  return (
    <div className={styles.tile}>
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
