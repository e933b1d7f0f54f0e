import { runtimeConfig } from './runtime-config.ts';

/**
 * The source of the map, by the operator's configuration: Google or a tile server, which learn the visible area, or the
 * portal itself (§2, §7).
 */
export function mapOrigin(): 'google' | 'tiles' | 'none' {
  const { googleMapsApiKey, mapTilesUrl } = runtimeConfig();
  if (googleMapsApiKey !== '') return 'google';
  return mapTilesUrl === '' ? 'none' : 'tiles';
}
