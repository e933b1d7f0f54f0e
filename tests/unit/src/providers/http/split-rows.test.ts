import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRowSplitter } from '#src/providers/http/split-rows.ts';

function readInPieces(text: string, pieceLength: number) {
  const splitter = createRowSplitter('rows');
  const rows: unknown[] = [];
  for (let start = 0; start < text.length; start += pieceLength) {
    rows.push(...splitter.push(text.slice(start, start + pieceLength)));
  }
  return { rows, envelope: JSON.parse(splitter.envelope()) as unknown };
}

const awkward = fc.array(
  fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('"', '\\', '\\"', ']', '},{', 'rows', { rows: [1] }, { data: { rows: [] } }, [], [[]]),
  ),
);

test('design §2 a long list taken apart in any pieces is what JSON.parse reads', () => {
  fc.assert(
    fc.property(
      awkward,
      fc.jsonValue(),
      fc.constantFrom(undefined, 2),
      fc.integer({ min: 1, max: 40 }),
      (rows, other, indent, pieceLength) => {
        const answer = { before: other, data: { pagination: other, rows, after: other }, status: { trace: 'rows' } };
        const text = JSON.stringify(answer, null, indent);
        const expected = JSON.parse(text) as { data: { rows: unknown[] } };
        const read = readInPieces(text, pieceLength);
        expect(read.rows).toEqual(expected.data.rows);
        expect(read.envelope).toEqual({ ...expected, data: { ...expected.data, rows: [] } });
      },
    ),
  );
});

test.each([
  ['an error', { error: { code: 4000, rows: [1] } }],
  ['a list of another name', { data: { others: [{ rows: [1] }] } }],
  ['rows outside of data', { rows: [1], data: {} }],
  ['no list', { data: { rows: null } }],
])('decisions §1 %s is left as it came', (_, answer) => {
  expect(readInPieces(JSON.stringify(answer), 7)).toEqual({ rows: [], envelope: answer });
});

test('decisions §2 a list that breaks off has an envelope that cannot be read', () => {
  const splitter = createRowSplitter('rows');
  expect(splitter.push('{"data":{"rows":[{"a":1},{"a"')).toEqual([{ a: 1 }]);
  expect(() => JSON.parse(splitter.envelope()) as unknown).toThrow(SyntaxError);
});
