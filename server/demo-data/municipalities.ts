import rows from './data/municipalities.json' with { type: 'json' };

/** A municipality of Sardinia, as it really is. */
export interface Municipality {
  readonly name: string;
  /** The code that a fiscal code carries for a birth here. */
  readonly cadastralCode: string;
  /** The centre of the town, in degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** The number of the health authority, as in `health-authorities.ts`. */
  readonly aslId: number;
  /** The telephone area code. */
  readonly areaCode: string;
}

/** Municipalities of all eight health authorities, with their real cadastral codes and coordinates. */
export const municipalities: readonly Municipality[] = rows;

/** The municipality of this name; throws when the list has none. */
export function municipality(name: string): Municipality {
  const found = municipalities.find((one) => one.name === name);
  if (found === undefined) throw new Error(`No municipality is called ${name}.`);
  return found;
}
