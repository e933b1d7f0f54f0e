import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import { portalFiles, testConfig } from '#tests/support/portal-files.ts';
import { network } from '../../network.ts';
import { renderPortal } from '../../render-portal.tsx';
import { setNetwork } from '../../set-network.ts';

/** How long the portal waits for a screen, in ms (§8). */
const LOAD_TIME_MS = 120_000;

afterEach(() => vi.useRealTimers());

/** Takes the browser offline, or online again. */
function setConnection(isThere: boolean): void {
  network.resetHandlers(...portalFiles(testConfig('')));
  if (!isThere) network.use(http.all('*', () => HttpResponse.error()));
  setNetwork(isThere);
}

function title(): string | null {
  return screen.getByRole('heading', { level: 1 }).textContent;
}

function followLink(name: string): void {
  act(() => screen.getAllByRole('link', { name })[0]?.click());
}

test('§8 chunk load: a screen opened without a connection says so within the shell and opens by itself', async () => {
  const { user } = renderPortal('/support');
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  setConnection(false);
  followLink('Privacy');
  await screen.findByRole('heading', { level: 1, name: 'Pagina non ancora disponibile' });
  expect(document.title).toBe('Pagina non ancora disponibile · Buoni Alimentari');
  expect(screen.getByText('Connessione assente')).toBeVisible();
  expect(screen.getByRole('contentinfo')).toBeVisible();
  expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Riprova' }));
  expect(screen.getByRole('region', { name: 'Avvisi' })).toHaveTextContent('Operazione non eseguita');

  setConnection(true);
  const heading = await screen.findByRole('heading', { level: 1, name: 'Informativa sulla privacy' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(document.title).toBe('Informativa sulla privacy · Buoni Alimentari');
});

test('§8 chunk load: after the load error the menu works, and the same screen is asked for again', async () => {
  const { user } = renderPortal('/support');
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  await new Promise<void>((asked) => {
    const refuseTexts = () => {
      asked();
      return HttpResponse.error();
    };
    network.use(http.get('/locales/it/home.json', refuseTexts));
    followLink('Home');
  });
  // The style sheet hides the footer meanwhile: it would jump away.
  expect(document.body).toHaveClass('awaits-screen');
  await vi.advanceTimersByTimeAsync(LOAD_TIME_MS);
  vi.useRealTimers();
  await screen.findByRole('heading', { level: 1, name: 'Unexpected Application Error!' });
  expect(document.title).toBe('Unexpected Application Error! · Buoni Alimentari');
  expect(document.body).not.toHaveClass('awaits-screen');
  expect(screen.getByRole('button', { name: 'Ricarica la pagina' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Vai al contenuto principale' }));
  expect(screen.getByRole('main')).toHaveFocus();

  followLink('Supporto');
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  network.resetHandlers(...portalFiles(testConfig('')));
  followLink('Home');
  await waitFor(() => expect(title()).toBe('Il buono alimentare, in negozio e in farmacia'));
});
