import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { allRows, BATCH_ROWS, inBatches } from '#server/lists.ts';

/** Batches of two numbers from 1 on, and the numbers after which a batch was requested. */
function numbers(broken = NaN) {
  const asked: (number | undefined)[] = [];
  const gone = new AbortController();
  const read = (after: number | undefined) => {
    asked.push(after);
    const from = (after ?? 0) + 1;
    return from === broken ? Promise.reject(new Error('broken')) : Promise.resolve([from, from + 1]);
  };
  return { asked, gone, batches: inBatches(read, gone.signal, 6, 2) };
}

test('design §4 long answers: one batch is read ahead, and no more', async () => {
  const { asked, batches } = numbers();
  await batches.next();
  await turn();
  expect(asked).toEqual([undefined, 2]);
  expect(await batches.next()).toEqual({ done: false, value: [3, 4] });
  expect(await batches.next()).toEqual({ done: false, value: [5, 6] });
  expect(await batches.next()).toEqual({ done: true, value: undefined });
  expect(asked).toEqual([undefined, 2, 4]);
});

test('design §4 long answers: a batch that cannot be read fails when it is its turn, not before', async () => {
  const { batches } = numbers(3);
  expect(await batches.next()).toEqual({ done: false, value: [1, 2] });
  await turn();
  await expect(batches.next()).rejects.toThrow('broken');
});

test('design §4 client gone: what was read ahead for a client that has gone is given to nobody', async () => {
  const { asked, gone, batches } = numbers();
  await batches.next();
  gone.abort(new Error('gone'));
  await expect(batches.next()).rejects.toThrow('gone');
  expect(asked).toEqual([undefined, 2]);
});

test('design §4 memory: of all rows of an office some thousands are read at a time, and none when nobody wants them', async () => {
  const rows = Array.from({ length: 12_345 }, (_, index) => index);
  let [read, handedOn, most] = [0, 0, 0];
  const next = (after: number | undefined, limit: number) => {
    const found = rows.slice((after ?? -1) + 1).slice(0, limit);
    read += found.length;
    most = Math.max(most, read - handedOn);
    return Promise.resolve(found);
  };
  const found: number[] = [];
  for await (const batch of allRows(next, new AbortController().signal)) {
    expect(batch.length).toBeLessThanOrEqual(BATCH_ROWS);
    found.push(...batch);
    handedOn += batch.length;
  }
  expect(found).toEqual(rows);
  expect(most).toBeLessThanOrEqual(4000);
  await expect(allRows(next, AbortSignal.abort(new Error('gone'))).next()).rejects.toThrow('gone');
});
