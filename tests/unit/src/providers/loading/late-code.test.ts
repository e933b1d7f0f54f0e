// @vitest-environment jsdom
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { importLate } from '#src/providers/loading/late-code.ts';

const network = setupServer();
const SCRIPT = { headers: { 'content-type': 'text/javascript' } };

beforeAll(() => network.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
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

test('§8 chunk load: what the page already has is not fetched', async () => {
  document.head.innerHTML = '<link rel="modulepreload" href="/assets/shell.js">';
  await expect(importLate(() => Promise.resolve('module'), ['assets/shell.js'])).resolves.toBe('module');
});
