export const EAN13 = '8001234567897';
export const EAN8 = '12345670';
export const CARD = 'RSSMRA80A01H501U';

/** Kinds of bar codes: name, what a scanner sends, the code that a search is asked for. */
export const PRODUCTS = [
  ['EAN-13', EAN13, EAN13],
  ['EAN-8', EAN8, EAN8],
  ['UPC-A', '036000291452', '036000291452'],
  ['UPC-A without its zero', '36000291452', '036000291452'],
  ['EAN-8 as EAN-13', `00000${EAN8}`, EAN8],
  ['GTIN-14 of a box', '18001234567894', '18001234567894'],
  ['GTIN-14 of an EAN', `0${EAN13}`, EAN13],
  ['GS1-128', `(01)0${EAN13}(10)L5`, EAN13],
  ['DataMatrix', `010${EAN13}17261231\u001d10L5`, EAN13],
  ['DataMatrix without separators', `010${EAN13}1726123110L5`, EAN13],
  ['AIM EAN', `]E0${EAN13}`, EAN13],
  ['AIM GS1-128', `]C1010${EAN13}`, EAN13],
  ['AIM DataMatrix', `]d2010${EAN13}10L5`, EAN13],
  ['AIM QR', `]Q3010${EAN13}`, EAN13],
  ['code of a pharmacy', 'A023853029', 'A023853029'],
  ['code of a pharmacy in base 32', '0QRZ3P', 'A023854197'],
  ['weighed', '2123456004564', '2123456004564'],
] as const;

/** What comes from a health card: name, what a scanner sends, the fiscal code. */
export const CARDS = [
  ['code', CARD, CARD],
  ['code in small letters', CARD.toLowerCase(), CARD],
  ['track', `%${CARD}ROSSI  MARIO?`, CARD],
  ['another track', `;${CARD}=99?`, CARD],
  ['track of another keyboard', `%${CARD}ROSSI  MARIO_`, CARD],
  ['provisional code', '12345678903', '12345678903'],
  ['track of a provisional code', '%12345678903ROSSI MARIO?', '12345678903'],
] as const;

/** The times between two keys of scanners, in ms: by cable, by Bluetooth, of a busy machine. */
export const PACES: readonly (readonly [string, readonly number[]])[] = [
  ...[1, 5, 15, 30, 40, 45, 50, 80].map((gap) => [`${gap} ms`, [gap]] as const),
  ['irregular', [12, 80, 33, 5, 60]],
  ['with a pause inside', [45, 45, 45, 45, 400]],
];
