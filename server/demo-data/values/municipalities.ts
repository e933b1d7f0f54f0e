import municipalities from '../data/municipalities.json' with { type: 'json' };

/**
 * A real municipality of Sardinia: the code of the birthplace in a fiscal code, the town centre in degrees, and the id of
 * its health authority.
 */
export type Municipality = (typeof municipalities)[number];

/**
 * The municipality with this name.
 * @throws Error when there is none
 */
export function municipality(name: string): Municipality {
  const found = municipalities.find((one) => one.name === name);
  if (found === undefined) throw new Error(`No municipality is called ${name}.`);
  return found;
}
