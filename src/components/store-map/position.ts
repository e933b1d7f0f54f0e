/** A place on the map, in degrees. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const MAX_LATITUDE = 90;
const MAX_LONGITUDE = 180;

/**
 * The place of a pair 'latitude then longitude' (§3); null where there is none that can be meant: outside the globe, or
 * 0, 0, which stands for 'unknown' in many registers.
 */
export function positionOf(coordinates: readonly [number, number] | undefined): Position | null {
  if (!coordinates) return null;
  const [latitude, longitude] = coordinates;
  const isOnGlobe = Math.abs(latitude) <= MAX_LATITUDE && Math.abs(longitude) <= MAX_LONGITUDE;
  const isUnknown = latitude === 0 && longitude === 0;
  return isOnGlobe && !isUnknown ? { latitude, longitude } : null;
}
