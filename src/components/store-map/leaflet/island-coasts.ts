import outline from './island-outline.json';

function cornerOf(text: string): [latitude: number, longitude: number] {
  const [latitude = 0, longitude = 0] = text.split(' ').map(Number);
  return [latitude, longitude];
}

/**
 * The coasts of the island and of its small islands, as points in degrees. `scripts/cut-island-outline.mjs` creates the
 * data.
 */
export const islandCoasts = outline.coasts.map((coast) => coast.split(',').map(cornerOf));
