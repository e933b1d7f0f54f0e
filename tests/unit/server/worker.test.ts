import { expect, test } from 'vitest';
import { repeat } from '#server/worker.ts';

test('design §4 worker: work is done at once, again after its end, and never twice at a time', async () => {
  let underWay = 0;
  let most = 0;
  let turns = 0;
  await new Promise<void>((done) => {
    const repetition = repeat(async () => {
      most = Math.max(most, ++underWay);
      await new Promise((next) => setImmediate(next));
      underWay--;
      if (++turns === 3) void repetition.stop().then(done);
    }, 1);
  });
  expect([turns, most]).toEqual([3, 1]);
});

test('design §4 worker: a stop tells the work, waits for its end, and lets nothing begin again', async () => {
  const told: string[] = [];
  const repetition = repeat(async (stop) => {
    told.push('begun');
    await new Promise((ended) => stop.addEventListener('abort', ended));
    told.push('ended');
  }, 0);
  await repetition.stop();
  expect(told).toEqual(['begun', 'ended']);
});
