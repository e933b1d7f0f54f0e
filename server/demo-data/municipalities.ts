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

type Row = readonly [string, string, number, number, number, string];

const rows: readonly Row[] = [
  ['Sassari', 'I452', 40.7259, 8.5557, 1, '079'],
  ['Alghero', 'A192', 40.558, 8.319, 1, '079'],
  ['Porto Torres', 'G924', 40.835, 8.401, 1, '079'],
  ['Sorso', 'I863', 40.798, 8.577, 1, '079'],
  ['Sennori', 'I614', 40.788, 8.594, 1, '079'],
  ['Castelsardo', 'C272', 40.914, 8.713, 1, '079'],
  ['Ozieri', 'G203', 40.584, 9.002, 1, '079'],
  ['Thiesi', 'L158', 40.523, 8.718, 1, '079'],
  ['Olbia', 'G015', 40.9236, 9.4964, 2, '0789'],
  ['Tempio Pausania', 'L093', 40.901, 9.104, 2, '079'],
  ['Arzachena', 'A453', 41.079, 9.386, 2, '0789'],
  ['La Maddalena', 'E425', 41.214, 9.408, 2, '0789'],
  ['Santa Teresa Gallura', 'I312', 41.24, 9.188, 2, '0789'],
  ['Nuoro', 'F979', 40.321, 9.33, 3, '0784'],
  ['Macomer', 'E788', 40.265, 8.783, 3, '0785'],
  ['Siniscola', 'I751', 40.574, 9.692, 3, '0784'],
  ['Dorgali', 'D345', 40.293, 9.588, 3, '0784'],
  ['Orosei', 'G119', 40.379, 9.696, 3, '0784'],
  ['Fonni', 'D665', 40.12, 9.253, 3, '0784'],
  ['Tortolì', 'A355', 39.927, 9.657, 4, '0782'],
  ['Lanusei', 'E441', 39.879, 9.541, 4, '0782'],
  ['Jerzu', 'E387', 39.793, 9.517, 4, '0782'],
  ['Oristano', 'G113', 39.9037, 8.5918, 5, '0783'],
  ['Bosa', 'B068', 40.297, 8.499, 5, '0785'],
  ['Ghilarza', 'E004', 40.122, 8.835, 5, '0785'],
  ['Terralba', 'L122', 39.72, 8.635, 5, '0783'],
  ['Cabras', 'B314', 39.929, 8.532, 5, '0783'],
  ['Sanluri', 'H974', 39.562, 8.899, 6, '070'],
  ['Villacidro', 'L924', 39.458, 8.736, 6, '070'],
  ['Guspini', 'E270', 39.542, 8.629, 6, '070'],
  ['San Gavino Monreale', 'H856', 39.551, 8.792, 6, '070'],
  ['Serramanna', 'I647', 39.424, 8.922, 6, '070'],
  ['Carbonia', 'B745', 39.167, 8.522, 7, '0781'],
  ['Iglesias', 'E281', 39.31, 8.537, 7, '0781'],
  ["Sant'Antioco", 'I294', 39.068, 8.454, 7, '0781'],
  ['Carloforte', 'B789', 39.145, 8.306, 7, '0781'],
  ['Cagliari', 'B354', 39.2238, 9.1217, 8, '070'],
  ["Quartu Sant'Elena", 'H118', 39.2419, 9.1838, 8, '070'],
  ['Selargius', 'I580', 39.256, 9.162, 8, '070'],
  ['Assemini', 'A474', 39.289, 9.002, 8, '070'],
  ['Capoterra', 'B675', 39.176, 8.971, 8, '070'],
  ['Sestu', 'I695', 39.299, 9.091, 8, '070'],
  ['Monserrato', 'F383', 39.256, 9.143, 8, '070'],
  ['Sinnai', 'I752', 39.304, 9.203, 8, '070'],
  ['Dolianova', 'D323', 39.377, 9.178, 8, '070'],
  ['Muravera', 'F808', 39.419, 9.575, 8, '070'],
  ['Pula', 'H088', 39.009, 9.001, 8, '070'],
];

/** Municipalities of all eight health authorities, with their real cadastral codes and coordinates. */
export const municipalities: readonly Municipality[] = rows.map(
  ([name, cadastralCode, latitude, longitude, aslId, areaCode]) => ({
    name,
    cadastralCode,
    latitude,
    longitude,
    aslId,
    areaCode,
  }),
);

/** The municipality of this name; throws when the list has none. */
export function municipality(name: string): Municipality {
  const found = municipalities.find((one) => one.name === name);
  if (found === undefined) throw new Error(`No municipality is called ${name}.`);
  return found;
}
