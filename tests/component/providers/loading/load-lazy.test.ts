import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { loadedLazy, loadLazy } from '#src/providers/loading/load-lazy.ts';
import { LoadError } from '#src/providers/loading/retry.ts';
import { network } from '../../network.ts';

test('§8 chunk load: two who need a part ask for it once, and it is there at once from then on', async () => {
  const load = vi.fn(() => Promise.resolve({ name: 'part' }));
  expect(loadedLazy(load)).toBeUndefined();
  const [one, two] = await Promise.all([loadLazy(load), loadLazy(load)]);
  expect(two).toBe(one);
  expect(loadedLazy(load)).toBe(one);
  await expect(loadLazy(load)).resolves.toBe(one);
  expect(load).toHaveBeenCalledTimes(1);
});

test('§8 chunk load: without a connection no import is begun, because a browser may keep its failure', async () => {
  const load = vi.fn(() => Promise.resolve({ name: 'part' }));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  network.use(http.get('/config.json', () => HttpResponse.error(), { once: true }));
  await expect(loadLazy(load)).rejects.toBeInstanceOf(LoadError);
  expect(load).not.toHaveBeenCalled();
  network.use(http.get('/config.json', () => new HttpResponse(null), { once: true }));
  await expect(loadLazy(load), 'a browser that is wrong about its network').resolves.toEqual({ name: 'part' });
});
