import { expect, test, vi } from 'vitest';
import { loadedLazy, loadLazy } from '#src/providers/loading/load-lazy.ts';

test('§8 chunk load: two who need a part ask for it once, and it is there at once from then on', async () => {
  const load = vi.fn(() => Promise.resolve({ name: 'part' }));
  expect(loadedLazy(load)).toBeUndefined();
  const [one, two] = await Promise.all([loadLazy(load), loadLazy(load)]);
  expect(two).toBe(one);
  expect(loadedLazy(load)).toBe(one);
  await expect(loadLazy(load)).resolves.toBe(one);
  expect(load).toHaveBeenCalledTimes(1);
});
