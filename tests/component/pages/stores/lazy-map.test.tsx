import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { LazyMap } from '#src/components/store-map/store-map.tsx';
import { network } from '../../network.ts';
import { renderScreen } from '../../render-screen.tsx';
import { setNetwork } from '../../set-network.ts';

const UNAVAILABLE = /La mappa non è al momento disponibile/;
/** Longer than the portal repeats a failed load on its own, in ms. */
const TIMEOUT_MS = 121_000;

function DrawnMap({ name }: { readonly name: string }) {
  return <p>Mappa di {name}</p>;
}

/** Renders a map whose code does not arrive before `deliver` is called. */
async function showMissingMap() {
  let comes = false;
  const load = vi.fn(() => (comes ? Promise.resolve(DrawnMap) : Promise.reject(new Error('no chunk'))));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldAdvanceTime: true });
  const { user } = await renderScreen(<LazyMap load={load} map={{ name: 'prova' }} />, { texts: ['store-locator'] });
  await act(() => vi.advanceTimersByTimeAsync(TIMEOUT_MS));
  expect(screen.getByText(UNAVAILABLE)).toBeVisible();
  expect(load.mock.calls.length).toBeGreaterThan(1);
  vi.useRealTimers();
  const deliver = () => {
    comes = true;
  };
  return { user, deliver };
}

test("§8 map code that does not come: asked for again by itself, then by 'Riprova', which keeps the keyboard in its place", async () => {
  const { user, deliver } = await showMissingMap();
  deliver();
  await user.click(screen.getByRole('button', { name: 'Riprova' }));
  expect(await screen.findByText('Mappa di prova')).toBeVisible();
  expect(screen.queryByText(UNAVAILABLE)).toBeNull();
  expect(document.activeElement).toContainElement(screen.getByText('Mappa di prova'));
  expect(document.activeElement).not.toBe(document.body);
});

test('§8 map code that does not come: there by itself when the connection is back', async () => {
  const { deliver } = await showMissingMap();
  setNetwork(false);
  deliver();
  const retry = screen.getByRole('button', { name: 'Riprova' });
  expect(retry).toHaveAttribute('aria-disabled', 'true');
  retry.focus();
  setNetwork(true);
  expect(await screen.findByText('Mappa di prova')).toBeVisible();
  expect(document.activeElement).toContainElement(screen.getByText('Mappa di prova'));
  expect(document.activeElement).not.toBe(document.body);
});

test('§8 map code that does not come from a silent server: there by itself when the server answers', async () => {
  let isAnswering = false;
  network.use(http.get('/config.json', () => (isAnswering ? HttpResponse.json({}) : HttpResponse.error())));
  const { deliver } = await showMissingMap();
  deliver();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Riprova' })).toHaveAttribute('aria-disabled', 'true'));
  isAnswering = true;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('Mappa di prova')).toBeVisible();
});
