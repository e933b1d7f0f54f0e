import type { Position } from '../position.ts';
import { islandCoasts } from './island-coasts.ts';

/** Length of a degree of longitude as a part of a degree of latitude, in the middle of the island. */
const LONGITUDE_SCALE = Math.cos((40.1 * Math.PI) / 180);

function pointOf(latitude: number, longitude: number): string {
  return `${(longitude * LONGITUDE_SCALE).toFixed(3)} ${(-latitude).toFixed(3)}`;
}

const land = islandCoasts
  .map((coast) => `M${coast.map(([latitude, longitude]) => pointOf(latitude, longitude)).join('L')}Z`)
  .join('');
const [left, top] = [8.05 * LONGITUDE_SCALE, -41.35];
const frame = [left, top, 9.9 * LONGITUDE_SCALE - left, 41.35 - 38.8].map((measure) => measure.toFixed(3)).join(' ');

/** A small overview that shows where on the island a close-up is; hidden from screen readers. */
export function IslandInset({ position: { latitude, longitude } }: { readonly position: Position }) {
  const [x, y] = pointOf(latitude, longitude).split(' ');
  return (
    <svg className="store-map__inset" viewBox={frame} aria-hidden="true">
      <path className="map-land" d={land} />
      <circle className="store-map__place" cx={x} cy={y} r="0.07" />
    </svg>
  );
}
