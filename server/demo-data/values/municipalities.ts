import rows from '../data/municipalities.json' with { type: 'json' };

/** A real municipality of Sardinia. */
export interface Municipality {
  readonly name: string;
  /** The code of the birthplace in a fiscal code. */
  readonly cadastralCode: string;
  /** The town centre in degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** The id of the health authority in `health-authorities.ts`. */
  readonly aslId: number;
  readonly areaCode: string;
}

/** Municipalities of all eight health authorities, with real cadastral codes and coordinates. */
export const municipalities: readonly Municipality[] = rows;

/**
 * The municipality with this name.
 * @throws Error when there is none
 */
export function municipality(name: string): Municipality {
  const found = municipalities.find((one) => one.name === name);
  if (found === undefined) throw new Error(`No municipality is called ${name}.`);
  return found;
}
