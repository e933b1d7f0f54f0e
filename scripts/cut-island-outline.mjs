// Cuts the outline of the island out of Natural Earth's countries (public domain, 1:10 million), for the map of the
// store locator. Run it again when the data of the package world-atlas change. Usage: node
// scripts/cut-island-outline.mjs [file]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { feature } from 'topojson-client';
import topology from 'world-atlas/countries-10m.json' with { type: 'json' };

const OUTLINE = 'src/components/store-map/island-outline.json';
const COUNTRY = '380';
/** West, south, east and north of the island and its small islands, in degrees. */
const [WEST, SOUTH, EAST, NORTH] = [8, 38.8, 9.9, 41.35];
/** The decimals of a degree: about ten metres, more precise than the data. */
const DECIMALS = 4;

function isOfIsland([outer]) {
  return outer.every(
    ([longitude, latitude]) => longitude > WEST && longitude < EAST && latitude > SOUTH && latitude < NORTH,
  );
}

/** A coast as short text: 'latitude longitude' of each corner. */
function coastOf([outer]) {
  return outer.map(([longitude, latitude]) => `${latitude.toFixed(DECIMALS)} ${longitude.toFixed(DECIMALS)}`).join(',');
}

const country = topology.objects.countries.geometries.find(({ id }) => id === COUNTRY);
const coasts = feature(topology, country).geometry.coordinates.filter(isOfIsland).map(coastOf);
const outline = { source: 'Natural Earth, 1:10 million, public domain', coasts };
const file = process.argv[2] ?? join(import.meta.dirname, '..', OUTLINE);
writeFileSync(file, `${JSON.stringify(outline, null, 2)}\n`);
console.log(`${coasts.length} coasts`);
