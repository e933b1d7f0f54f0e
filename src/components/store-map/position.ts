/** A position on the map, in degrees. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const MAX_LATITUDE = 90;
const MAX_LONGITUDE = 180;

/**
 * Reads a pair of latitude and longitude (§3).
 * @returns null outside the globe and for 0, 0, which means 'unknown' in many registers
 */
export function positionOf(coordinates: readonly [number, number] | undefined): Position | null {
  if (!coordinates) return null;
  const [latitude, longitude] = coordinates;
  const isOnGlobe = Math.abs(latitude) <= MAX_LATITUDE && Math.abs(longitude) <= MAX_LONGITUDE;
  const isUnknown = latitude === 0 && longitude === 0;
  return isOnGlobe && !isUnknown ? { latitude, longitude } : null;
}
