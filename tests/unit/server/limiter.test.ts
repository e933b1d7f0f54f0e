import { expect, test } from 'vitest';
import { Limiter } from '#server/limiter.ts';

/** Named tasks that end on demand, and the names of those that have started. */
function works(limiter: Limiter) {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const ask = (key: string, name: string) =>
    limiter.run(key, () => {
      begun.push(name);
      return new Promise<void>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve()));
      });
    });
  return { begun, ask, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

const settled = () => new Promise((turn) => setImmediate(turn));

test('design §4 fair turns: one client leaves a place for others, and those who wait take turns', async () => {
  const limiter = new Limiter({ atOnce: 3, ofOneClient: 2 });
  const { begun, ask, end } = works(limiter);
  const flood = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name));
  const others = [ask('b', 'b1'), ask('b', 'b2'), ask('c', 'c1')];
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  expect(limiter.counts).toEqual({ running: 3, waiting: 4 });
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4']) {
    end(name);
    await settled();
  }
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4']);
  await Promise.all([...flood, ...others]);
  expect(limiter.counts).toEqual({ running: 0, waiting: 0 });
});

test('design §4 fair turns: work that fails gives its place to the next, and its error to its client', async () => {
  const { begun, ask, end } = works(new Limiter({ atOnce: 1, ofOneClient: 1 }));
  const first = ask('a', 'a1');
  const second = ask('a', 'a2');
  await settled();
  end('a1', new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await settled();
  end('a2');
  await second;
  expect(begun).toEqual(['a1', 'a2']);
});

test('design §4 fair turns: who has waited too long leaves the line, and keeps nobody from a turn', async () => {
  const limiter = new Limiter({ atOnce: 1, ofOneClient: 1 });
  const end = await limiter.begin('a');
  const impatient = new AbortController();
  const left = limiter.begin('b', () => impatient.signal);
  const next = limiter.begin('c');
  impatient.abort(new Error('too long'));
  await expect(left).rejects.toThrow('too long');
  expect(limiter.counts).toEqual({ running: 1, waiting: 1 });
  end();
  (await next)();
  expect(limiter.counts).toEqual({ running: 0, waiting: 0 });
});

test('design §4 fair turns: who has gone before the wait does not join the line', async () => {
  const limiter = new Limiter({ atOnce: 1, ofOneClient: 1 });
  await limiter.begin('a');
  await expect(limiter.begin('b', () => AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  expect(limiter.counts).toEqual({ running: 1, waiting: 0 });
});
