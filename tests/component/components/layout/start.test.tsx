import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { exchangeSignOn, requestSignOn } from '#contract/calls/authentication.ts';
import { answer, answerRaw, network } from '../../network.ts';
import { arriveAt } from '../../render-portal.tsx';
import { portalHandlers } from '../../sign-in.ts';

const REQUEST = { RelayState: 'relay-1', SAMLRequest: 'saml-1', ssoUrl: 'https://idp.example.org/sso' };

afterEach(() => {
  network.events.removeAllListeners();
  Reflect.deleteProperty(navigator, 'locks');
});

/** Starts the portal anew, as its page does. Returns the paths of all requests. */
async function startPortal(): Promise<string[]> {
  const asked: string[] = [];
  network.events.on('request:start', ({ request }) => asked.push(new URL(request.url).pathname));
  vi.resetModules();
  document.body.innerHTML = '<div id="root"></div>';
  await import('#src/main.ts');
  return asked;
}

test('§2 a browser that stores nothing opens the public pages, and says what the sign-on needs', async () => {
  function refuse(): never {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  }
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse);
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(refuse);
  vi.spyOn(globalThis, 'BroadcastChannel').mockImplementation(refuse);
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: () => Promise.reject(new Error('refused')) },
  });
  arriveAt('/support');
  await startPortal();
  const { navigateTo } = await import('#src/providers/navigation.ts');
  for (const [path, heading] of [
    ['/support', 'Supporto'],
    ['/punti-vendita', 'Punti vendita'],
    ['/informazioni-buoni', 'Dal buono cartaceo al buono elettronico'],
    ['/', 'Il buono alimentare, in negozio e in farmacia'],
  ] as const) {
    act(() => navigateTo(path));
    await screen.findByRole('heading', { level: 1, name: heading });
  }
  const need = /Per accedere, il portale deve poter salvare dati in questo browser/;
  await userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Accedi' }));
  await within(await screen.findByRole('alert')).findByText(need);
  for (const [path, heading] of [
    ['/storico-acquisti', 'Accesso necessario'],
    ['/redirect-url?sessionId=1', 'Accesso non riuscito'],
  ] as const) {
    act(() => navigateTo(path));
    await screen.findByRole('heading', { level: 1, name: heading });
    await within(screen.getByRole('main')).findByText(need);
  }
});

test('design §5 light: who must sign on leaves before anything is drawn, without the texts of the screen', async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue();
  arriveAt('/storico-acquisti?currentPage=2', { handlers: [answer(requestSignOn, { amRasRequest: REQUEST })] });
  const asked = await startPortal();
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(1));
  expect(document.getElementById('root')).toBeEmptyDOMElement();
  expect(asked.filter((path) => path.startsWith('/locales/')).toSorted()).toEqual([
    '/locales/it/common.json',
    '/locales/it/error.json',
  ]);
  expect(JSON.parse(sessionStorage.getItem('desiredLocation') ?? '')).toEqual({
    path: '/storico-acquisti?currentPage=2',
  });
  // Where the provider does not answer, the screen joins the same sign-on.
  await screen.findByRole('heading', { level: 1, name: 'Accesso in corso…' }, { timeout: 5000 });
  expect(submit).toHaveBeenCalledTimes(1);
  expect(asked.filter((path) => path === requestSignOn.path)).toHaveLength(1);
});

test('§8 a sign-on that fails before the first texts are there is told in their words', async () => {
  arriveAt('/storico-acquisti', { handlers: [answerRaw(requestSignOn, {}, 500)] });
  await startPortal();
  await screen.findByRole('heading', { level: 1, name: 'Accesso necessario' }, { timeout: 30_000 });
  const alert = within(await screen.findByRole('region', { name: 'Avvisi' }));
  expect(await alert.findByText(/Si è vericato un errore/)).toBeVisible();
});

test('design §5 light: who comes back from the provider is drawn the wanted screen first', async () => {
  const auth = { accessToken: 'access-1', refreshToken: 'refresh-1' };
  arriveAt('/redirect-url?sessionId=session-1', {
    handlers: [...portalHandlers('BUSINESS'), answer(exchangeSignOn, { auth })],
  });
  sessionStorage.setItem('relayState', JSON.stringify('relay-1'));
  sessionStorage.setItem('desiredLocation', JSON.stringify({ path: '/storico-acquisti' }));
  const asked = await startPortal();
  const drawn: (string | null)[] = [];
  const observer = new MutationObserver(() => drawn.push(document.querySelector('h1')?.textContent ?? null));
  observer.observe(document, { childList: true, subtree: true });
  await screen.findByRole('heading', { level: 1, name: 'Storico acquisti' }, { timeout: 5000 });
  observer.disconnect();
  expect(window.location.pathname).toBe('/storico-acquisti');
  expect(asked.filter((path) => path === exchangeSignOn.path)).toHaveLength(1);
  expect(drawn).not.toContain('Accesso in corso…');
});
