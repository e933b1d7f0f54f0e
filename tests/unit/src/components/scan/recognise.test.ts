import { describe, expect, test } from 'vitest';
import { type Place, type Stroke, recognise, recogniseInSecret } from '#src/components/scan/recognise.ts';
import { CARD, CARDS, EAN8, EAN13, PACES, PRODUCTS } from '../../../../scans.ts';

/** Keys with these times between them, in turn. */
function typed(text: string, gaps: readonly number[], from = 0): Stroke[] {
  let at = from;
  return Array.from(text, (character, index) => {
    at += gaps[index % gaps.length] ?? 0;
    return { text: character, at, isTyped: true };
  });
}

const PLACES: readonly Place[] = ['nowhere', 'product', 'card', 'other'];
const found = (strokes: readonly Stroke[], place: Place) =>
  recognise(strokes, place)?.scans.map(({ kind, code }) => `${kind} ${code}`);

describe.each(PACES)('§5 scan, %s between two keys', (_, gaps) => {
  test.each(PRODUCTS)('%s is the code of a product', (_name, text, code) => {
    for (const place of PLACES) {
      expect([place, found(typed(text, gaps), place)]).toEqual([place, [`product ${code}`]]);
      // A quantity before it, and another code behind it.
      const strokes = [...typed('12', [200]), ...typed(text, gaps, 1000), ...typed(EAN8, gaps, 9000)];
      expect([place, recognise(strokes, place)?.from]).toEqual([place, 2]);
      expect([place, found(strokes, place)]).toEqual([place, [`product ${code}`, `product ${EAN8}`]]);
    }
    expect(recogniseInSecret(typed(text, gaps), text)?.scans).toEqual([{ kind: 'product', code }]);
  });

  test.each(CARDS)('%s is a card', (_name, text, code) => {
    for (const place of PLACES) expect([place, found(typed(text, gaps), place)]).toEqual([place, [`card ${code}`]]);
    expect(recogniseInSecret(typed(text, gaps), text)?.scans).toEqual([{ kind: 'card', code }]);
  });

  test.each([['800123'], ['4567890'], ['8001234567890'], ['80012345678'], ['AB12345']])(
    '%s is never a code',
    (text) => {
      for (const place of PLACES) expect(found(typed(text, gaps), place)?.join() ?? '').not.toMatch(/product|card/);
    },
  );
});

/** What scanners read besides codes of products and cards. */
const OTHER_CODES = [
  ['an address', 'https://www.example.it/pane?id=12'],
  ['a batch', 'LOT-12345/26'],
  ['words', 'AB 12345 C'],
  ['a misread EAN', '8001234567890'],
  ['a pallet', '00380012345678901234'],
  ['half an EAN with its prefix', ']E0800123456789'],
  ['the second track of a card', ';80380000300123456789=2512?'],
  ['the second track by another keyboard', 'ò80380000300123456789ì2512_'],
] as const;

describe.each(PACES)('§5 scan, %s between two keys, of another kind', (_, gaps) => {
  test.each(OTHER_CODES)('%s is never sent as a secret', (_name, text) => {
    // The field takes 20 characters.
    const kept = text.slice(0, 20);
    expect(recogniseInSecret(typed(kept, gaps), kept)).not.toBeNull();
  });

  test.each(OTHER_CODES.slice(-2))('%s is not looked up', (_name, text) => {
    for (const place of PLACES)
      expect([place, found(typed(text, gaps), place)]).toEqual([place, [`unreadable ${text}`]]);
  });
});

test.each([
  ['half an EAN', '101657', 'product'],
  ['half an EAN in the quantity', '101657', 'other'],
  ['an address', 'https://www.example.it/pane', 'product'],
  ['an address in the name', 'https://www.example.it/pane', 'other'],
] as const)('§5 scan: %s at the pace of a scanner is no search and stays in no field', (_, text, place) => {
  for (const gap of [5, 15, 45]) expect(found(typed(text, [gap]), place)).toEqual([`unreadable ${text}`]);
});

test.each([
  ['the id of a product', '1016', 'product', 120],
  ['the words of a search', 'pane casereccio', 'other', 80],
] as const)('§5 scan: %s that somebody types is left to the field', (_, text, place, gap) => {
  expect(recognise(typed(text, [gap]), place)).toBeNull();
});

test.each([
  ['a short PIN', '1234'],
  ['a PIN of 8 digits', '73920156'],
  ['a cancellation code that is a UPC-A by chance', '036000291452'],
  ['a code of words', 'Farmacia-2026'],
])('§5 scan: %s that somebody types is sent', (_, text) => {
  for (const gap of [110, 180]) expect(recogniseInSecret(typed(text, [gap]), text)).toBeNull();
});

test.each([
  ['a pasted EAN in its field', EAN13, 'product'],
  ['a pasted fiscal code in its field', CARD, 'card'],
  ['a VAT number in any field', '12345678903', 'any'],
] as const)('§5 scan: %s is left to the field', (_, text, place) => {
  expect(recognise([{ text, at: 0, isTyped: false }], place)).toBeNull();
});

test.each([
  ['a pasted EAN in the quantity', EAN13, 'other'],
  ['a pasted track in the field for an EAN', `%${CARD}ROSSI  MARIO?`, 'product'],
] as const)('§5 scan: %s is read', (_, text, place) => {
  expect(recognise([{ text, at: 0, isTyped: false }], place)?.scans).toHaveLength(1);
});
