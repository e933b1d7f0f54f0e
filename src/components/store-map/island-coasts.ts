import outline from './island-outline.json';

function cornerOf(text: string): [lat: number, lng: number] {
  const [lat = 0, lng = 0] = text.split(' ').map(Number);
  return [lat, lng];
}

/**
 * The coasts of the island and of its small islands, as points in degrees. `scripts/cut-island-outline.mjs` creates the
 * data.
 */
export const islandCoasts = outline.coasts.map((coast) => coast.split(',').map(cornerOf));
