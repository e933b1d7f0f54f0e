import outline from './island-outline.json';

function cornerOf(text: string): [latitude: number, longitude: number] {
  const [latitude = 0, longitude = 0] = text.split(' ').map(Number);
  return [latitude, longitude];
}

/** The coasts of the island and its small islands, as corners in degrees; `scripts/cut-island-outline.mjs` cuts them. */
export const islandCoasts = outline.coasts.map((coast) => coast.split(',').map(cornerOf));
