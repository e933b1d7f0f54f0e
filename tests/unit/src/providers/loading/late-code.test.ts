// @vitest-environment jsdom
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { importLate } from '#src/providers/loading/late-code.ts';

const network = setupServer();
const SCRIPT = { headers: { 'content-type': 'text/javascript' } };

beforeAll(() => network.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  vi.useRealTimers();
  network.resetHandlers();
  document.head.replaceChildren();
});
afterAll(() => network.close());

function answerScript(path: string, respond: () => Response): string[] {
  const asked: string[] = [];
  network.use(
    http.get(path, () => {
      asked.push(path);
      return respond();
    }),
  );
  return asked;
}

test('§8 chunk load: the browser runs an import only once its files are there; each is fetched once', async () => {
  const asked = answerScript('/assets/a.js', () => new HttpResponse('', SCRIPT));
  const load = vi.fn(() => Promise.resolve('module'));
  await expect(importLate(load, ['assets/a.js'])).resolves.toBe('module');
  await importLate(load, ['assets/a.js']);
  expect(asked).toHaveLength(1);
});

test.each([
  ['no answer', () => HttpResponse.error()],
  ['404', () => new HttpResponse(null, { status: 404 })],
  ['the start page in its place', () => HttpResponse.html('<!doctype html>')],
])('§8 chunk load: %s is a failure, the import does not run, and another attempt asks again', async (name, respond) => {
  const file = `assets/${name.replaceAll(' ', '-')}.js`;
  const asked = answerScript(`/${file}`, respond);
  const load = vi.fn(() => Promise.resolve('module'));
  await expect(importLate(load, [file])).rejects.toThrow();
  expect(load).not.toHaveBeenCalled();
  network.resetHandlers();
  answerScript(`/${file}`, () => new HttpResponse('', SCRIPT));
  await expect(importLate(load, [file])).resolves.toBe('module');
  expect(asked).toHaveLength(1);
});

test('§8 chunk load: a style that fails is taken out, so that another attempt asks again', async () => {
  const load = () => Promise.resolve('module');
  const first = importLate(load, ['assets/a.css']);
  document.head.querySelector('link')?.dispatchEvent(new Event('error'));
  await expect(first).rejects.toThrow('/assets/a.css: not loaded');
  expect(document.head.children).toHaveLength(0);
  const second = importLate(load, ['assets/a.css']);
  document.head.querySelector('link')?.dispatchEvent(new Event('load'));
  await expect(second).resolves.toBe('module');
});

test('§8 chunk load: an answer that does not come is given up after 40 s, and another attempt asks again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const load = vi.fn(() => Promise.resolve('module'));
  const requests: Request[] = [];
  network.use(
    http.get('/assets/silent.js', ({ request }) => {
      requests.push(request);
      return new Promise(() => undefined);
    }),
  );
  const silent = Promise.allSettled([importLate(load, ['assets/silent.js']), importLate(load, ['assets/silent.js'])]);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(39_000);
  expect(requests[0]?.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  await expect(silent).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(requests).toHaveLength(1);
  expect(requests[0]?.signal.aborted).toBe(true);
  network.resetHandlers();
  const asked = answerScript('/assets/silent.js', () => new HttpResponse('', SCRIPT));
  await expect(importLate(load, ['assets/silent.js'])).resolves.toBe('module');
  expect(asked).toHaveLength(1);
});

test('§8 chunk load: a slow line is waited for as long as something comes; once it falls silent it is given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const line = new TransformStream<Uint8Array, Uint8Array>();
  const sender = line.writable.getWriter();
  answerScript('/assets/slow.js', () => new HttpResponse(line.readable, SCRIPT));
  const ended = vi.fn();
  const slow = importLate(() => Promise.resolve('module'), ['assets/slow.js']).catch(ended);
  for (const byte of [1, 2]) {
    await sender.write(new Uint8Array([byte]));
    await vi.advanceTimersByTimeAsync(30_000);
  }
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(40_000);
  await slow;
  expect(ended).toHaveBeenCalledWith(expect.any(Error));
});

test('§8 chunk load: a style on its way is waited for by all who need it, and given up after 40 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const load = vi.fn(() => Promise.resolve('module'));
  const both = Promise.allSettled([importLate(load, ['assets/b.css']), importLate(load, ['assets/b.css'])]);
  await vi.advanceTimersByTimeAsync(39_999);
  expect(load).not.toHaveBeenCalled();
  expect(document.head.children).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await expect(both).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(document.head.children).toHaveLength(0);
});

test('§8 chunk load: what the page already has is not fetched', async () => {
  document.head.innerHTML = '<link rel="modulepreload" href="/assets/shell.js">';
  await expect(importLate(() => Promise.resolve('module'), ['assets/shell.js'])).resolves.toBe('module');
});
