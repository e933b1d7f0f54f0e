import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { readLongList } from '#src/providers/api/long-list.ts';

/** A body in pieces of this number of bytes. */
function inPieces(text: string, pieceLength: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let start = 0;
  return new ReadableStream({
    pull(controller) {
      if (start >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(start, start + pieceLength));
      start += pieceLength;
    },
  });
}

afterEach(() => vi.restoreAllMocks());

function read(text: string, pieceLength: number, onProgress?: (count: number) => void) {
  return readLongList(inPieces(text, pieceLength), {
    collection: 'rows',
    read: (rows) => rows as readonly object[],
    onProgress,
  });
}

const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'));
const awkward = fc.array(
  fc.oneof(
    json,
    fc.constantFrom('"', '\\', '\\"', 'è€😀', ']', '},{', 'rows', { rows: [1] }, { data: { rows: [] } }, [], [[]]),
  ),
);

test('design §2 a long list read in any pieces is what JSON.parse reads', async () => {
  await fc.assert(
    fc.asyncProperty(
      awkward,
      json,
      fc.constantFrom(undefined, 2),
      fc.integer({ min: 1, max: 40 }),
      async (rows, other, indent, pieceLength) => {
        const answer = { before: other, data: { pagination: other, rows, after: other }, status: { trace: 'rows' } };
        const text = JSON.stringify(answer, null, indent);
        const expected = JSON.parse(text) as { data: { rows: unknown[] } };
        await expect(read(text, pieceLength)).resolves.toEqual({
          rows: expected.data.rows,
          envelope: { ...expected, data: { ...expected.data, rows: [] } },
        });
      },
    ),
  );
});

test.each([16 * 1024 + 1, 16 * 1024 + 2, 16 * 1024 + 3, 64 * 1024])(
  'design §2 pieces of %i bytes, which are cut: no character is lost where one ends',
  async (pieceLength) => {
    for (const start of ['', 'a', 'aa', 'aaa']) {
      const rows = [start + '😀'.repeat(20_000)];
      await expect(read(JSON.stringify({ data: { rows } }), pieceLength)).resolves.toMatchObject({ rows });
    }
  },
);

test.each([
  ['an error', { error: { code: 4000, rows: [1] } }],
  ['a list of another name', { data: { others: [{ rows: [1] }] } }],
  ['rows outside of data', { rows: [1], data: {} }],
  ['no list', { data: { rows: null } }],
  ['an object where the list should be', { data: { rows: { first: 1 } } }],
])('rules §1 %s is left as it came', async (_, answer) => {
  await expect(read(JSON.stringify(answer), 7)).resolves.toEqual({ rows: [], envelope: answer });
});

test.each([
  ['that breaks off', '{"data":{"rows":[{"a":1},{"a"'],
  ['that breaks off between two rows', '{"data":{"rows":[{"a":1},'],
  ['that is no JSON', '<html>gateway</html>'],
  ['without a word', ''],
])('rules §2 a list %s is an error', async (_, text) => {
  await expect(read(text, 7)).rejects.toThrow();
});

test('design §5 many rows are read in slices: the page is given its turn, and told now and then how far it is', async () => {
  // Each reading of the clock is later, however fast the machine.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 15));
  const rows = Array.from({ length: 20_000 }, (_, purchaseId) => ({ purchaseId, status: 'ACTIVE', amount: 12.34 }));
  const counts: number[] = [];
  const { rows: got } = await read(JSON.stringify({ data: { rows } }), 64 * 1024, (count) => counts.push(count));
  expect(got).toEqual(rows);
  expect(counts.length).toBeGreaterThan(2);
  expect(counts.length).toBeLessThan(10);
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
});
