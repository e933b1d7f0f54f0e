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
