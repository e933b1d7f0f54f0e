import { runtimeConfig } from './runtime-config.ts';

/**
 * Where the map of the stores comes from, as the operator has configured it: from Google or from a server of tiles, who
 * learn which part of it is looked at, or from nobody else (§2, §7).
 */
export function mapOrigin(): 'google' | 'tiles' | 'none' {
  const { googleMapsApiKey, mapTilesUrl } = runtimeConfig();
  if (googleMapsApiKey !== '') return 'google';
  return mapTilesUrl === '' ? 'none' : 'tiles';
}
