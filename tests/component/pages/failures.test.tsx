import { render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { RouterProvider, createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withinLoadTime } from '#src/components/layout/within-load-time.ts';
import { UnexpectedErrorPage } from '#src/pages/unexpected-error/index.tsx';
import { network } from '../network.ts';

beforeEach(() => {
  // React and the router report what the error page is for.
  vi.spyOn(console, 'error').mockReturnValue();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

test("§2 §8 a screen whose code cannot be loaded: 'Unexpected Application Error!'", async () => {
  const router = createMemoryRouter([
    { path: '/', ErrorBoundary: UnexpectedErrorPage, lazy: () => Promise.reject(new Error('no such chunk')) },
  ]);
  render(<RouterProvider router={router} />);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Unexpected Application Error!');
  expect(screen.getByRole('button', { name: 'Ricarica la pagina' })).toBeVisible();
});

test('§8 chunk load: waits 120 s and no longer', async () => {
  vi.useFakeTimers();
  const outcome = vi.fn();
  const load = withinLoadTime(new Promise(() => undefined)).catch(outcome);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await load;
  expect(outcome).toHaveBeenCalledTimes(1);
});

const START_FAILURES = [
  { name: 'missing', answer: () => new HttpResponse(null, { status: 404 }), detail: '/config.json: 404' },
  { name: 'malformed', answer: () => HttpResponse.json({ apiBaseUrl: 1 }), detail: '/config.json: malformed' },
] as const;

for (const { name, answer, detail } of START_FAILURES) {
  test(`design §7 config.json ${name}: a readable page in the language of the user`, async () => {
    localStorage.setItem('language', 'en');
    network.use(http.get('/config.json', answer));
    document.body.innerHTML = '<div id="root"></div>';
    vi.resetModules();
    await import('#src/main.tsx');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'The portal is not configured correctly',
    );
    expect(screen.getByText(detail)).toBeVisible();
    expect(document.documentElement.lang).toBe('en');
  });
}
