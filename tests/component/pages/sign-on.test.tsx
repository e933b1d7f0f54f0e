import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { exchangeSignOn, requestSignOn } from '#contract/calls/authentication.ts';
import { navigateTo, setNavigate } from '#src/providers/navigation.ts';
import { takeDesiredLocation, writeDesiredLocation } from '#src/providers/session/desired-location.ts';
import { expireSession } from '#src/providers/session/session.ts';
import { relayState } from '#src/providers/session/begin-sign-on.ts';
import { beginReturn } from '#src/providers/session/end-sign-on.ts';
import { clearSessionStorage, readTokens } from '#src/providers/session/tokens.ts';
import { answer, lose, refuse, respondWith, revealed } from '../network.ts';
import { arriveAt, renderPortal } from '../render-portal.tsx';
import { setNetwork } from '../set-network.ts';

const REQUEST = { RelayState: 'relay-1', SAMLRequest: 'saml-1', ssoUrl: 'https://idp.example.org/sso' };

test('§2 protected route: unauthenticated, the path is stored and the sign-on starts', async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue();
  renderPortal('/ricerca-assistiti?x=1', { handlers: [answer(requestSignOn, { amRasRequest: REQUEST })] });
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(1));
  const form = submit.mock.contexts[0];
  expect(form).toHaveAttribute('action', REQUEST.ssoUrl);
  expect(takeDesiredLocation()).toBe('/ricerca-assistiti?x=1');
  expect(relayState.read()).toBe('relay-1');
  expect(screen.queryByRole('navigation', { name: 'Percorso di navigazione' })).toBeNull();
});

test('§2 protected route: a sign-on that cannot be started is offered again', async () => {
  renderPortal('/ricerca-assistiti', { handlers: [lose(requestSignOn)] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Accesso necessario' })).toBeVisible();
  const again = within(screen.getByRole('main')).getByRole('button', { name: 'Accedi' });
  setNetwork(false);
  expect(again).toHaveAttribute('aria-disabled', 'true');
});

test('§4 session expiry: who arrives on a screen that was still on its way is not sent to sign on; home follows after 5 s', async () => {
  let comeLate = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    comeLate = resolve;
  });
  const texts = vi.fn(async () => {
    await late;
    return HttpResponse.json({});
  });
  const signOns = vi.fn(() => HttpResponse.error());
  renderPortal('/support', {
    as: 'BUSINESS',
    handlers: [http.get('/locales/it/billing.json', texts), respondWith(requestSignOn, signOns)],
  });
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  await screen.findByRole('link', { name: 'Prospetto fatturazione', hidden: true });
  act(() => navigateTo('/prospetto-fatturazione'));
  await waitFor(() => expect(texts).toHaveBeenCalledTimes(1));
  await vi.dynamicImportSettled();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  act(() => void expireSession());
  comeLate();
  await screen.findByRole('heading', { level: 1, name: 'La sessione è scaduta, accedi di nuovo' });
  expect(screen.getByRole('main').children).toHaveLength(1);
  expect(window.location.pathname).toBe('/prospetto-fatturazione');
  await act(() => vi.advanceTimersByTimeAsync(5000));
  await screen.findByRole('heading', { level: 1, name: 'Il buono alimentare, in negozio e in farmacia' });
  expect(window.location.pathname).toBe('/');
  expect(signOns).not.toHaveBeenCalled();
  expect(takeDesiredLocation('rossi')).toBe('/prospetto-fatturazione');
});

test('§2 sign-on return: session and relay state are exchanged, then the stored location', async () => {
  const bodies: unknown[] = [];
  const exchanged = answer(exchangeSignOn, ({ body }) => {
    bodies.push(revealed(body));
    return { auth: { accessToken: 'access-1', refreshToken: 'refresh-1' } };
  });
  const { unmount } = renderPortal('/nessuna', { as: 'BUSINESS' });
  unmount();
  clearSessionStorage();
  relayState.write('relay-1');
  writeDesiredLocation('/support');
  renderPortal('/redirect-url?sessionId=session-1', { handlers: [exchanged] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Supporto' })).toBeVisible();
  expect(bodies).toEqual([{ sessionId: 'session-1', RelayState: 'relay-1' }]);
  expect(readTokens()?.accessToken).toBe('access-1');
  expect(window.location.search).toBe('');
});

test('§2 sign-on return: its screen may be drawn when the sign-on has ended already, and leads to the stored location', async () => {
  const { unmount } = renderPortal('/nessuna', { as: 'BUSINESS' });
  unmount();
  clearSessionStorage();
  relayState.write('relay-1');
  writeDesiredLocation('/support');
  const auth = { accessToken: 'access-1', refreshToken: 'refresh-1' };
  const path = '/redirect-url?sessionId=session-6';
  arriveAt(path, { handlers: [answer(exchangeSignOn, { auth })] });
  // The router is slow to draw the page.
  setNavigate(() => undefined);
  await beginReturn('session-6');
  renderPortal(path);
  expect(await screen.findByRole('heading', { level: 1, name: 'Supporto' })).toBeVisible();
});

test('rules §1 sign-on return: who is not registered is led to user-not-found', async () => {
  relayState.write('relay-1');
  renderPortal('/redirect-url?sessionId=session-2', { handlers: [refuse(exchangeSignOn, 'USER_NOT_FOUND')] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Utente non ancora registrato' })).toBeVisible();
  expect(window.location.pathname).toBe('/user-not-found');
});

test('§2 sign-on return: who comes back to it signed in, by Back, is led home and asked nothing', async () => {
  const exchanges = vi.fn(() => HttpResponse.error());
  renderPortal('/redirect-url?sessionId=session-4', {
    as: 'BUSINESS',
    handlers: [respondWith(exchangeSignOn, exchanges)],
  });
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  expect(exchanges).not.toHaveBeenCalled();
});

test('§2 sign-on return: Forward before React has left the screen leads home, and says of no failure', async () => {
  const { unmount } = renderPortal('/nessuna', { as: 'BUSINESS' });
  unmount();
  clearSessionStorage();
  relayState.write('relay-1');
  const auth = { accessToken: 'access-1', refreshToken: 'refresh-1' };
  const replaceState = window.history.replaceState.bind(window.history);
  const left = vi.spyOn(window.history, 'replaceState').mockImplementation((state, unused, url) => {
    replaceState(state, unused, url);
    if (url !== '/ricerca-assistiti') return;
    left.mockRestore();
    queueMicrotask(() => navigateTo('/redirect-url'));
  });
  renderPortal('/redirect-url?sessionId=session-5', { handlers: [answer(exchangeSignOn, { auth })] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Riepilogo attività' })).toBeVisible();
  expect(window.location.pathname).toBe('/');
});

test.each([
  ['without a session', '/redirect-url', null, /^Non è stato possibile completare l'accesso/],
  ['with a refused one', '/redirect-url?sessionId=session-3', 'relay-1', /^Non è stato possibile completare l'accesso/],
  ['in another tab or browser', '/redirect-url?sessionId=session-4', null, /prosegui nella scheda o nel browser/],
])('§2 sign-on return %s: it is said, and the sign-on is offered again', async (_, path, relay, said) => {
  if (relay !== null) relayState.write(relay);
  renderPortal(path, { handlers: [refuse(exchangeSignOn, 'INVALID_REQUEST')] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Accesso non riuscito' })).toBeVisible();
  expect(screen.getByText(said)).toBeVisible();
  expect(screen.getByRole('button', { name: "Ripeti l'accesso" })).toBeEnabled();
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['USER_NOT_NAMED', /segnala il problema all'assistenza/],
  ['AUTHENTICATION_NOT_ACCEPTED', /inserisci di nuovo le tue credenziali/],
  ['WRONG_CREDENTIALS', /ripetuta sottomissione di credenziali errate/],
  ['LEVEL_NOT_HELD', /Non hai credenziali compatibili con il livello/],
  ['AUTHENTICATION_TIMEOUT', /Timeout durante l'autenticazione/],
  ['CONSENT_DENIED', /Hai negato il consenso all'invio dei tuoi dati/],
  ['IDENTITY_SUSPENDED', /sospesa o revocata, oppure le tue credenziali sono bloccate/],
  ['CANCELLED_BY_USER', /Processo di autenticazione annullato dall'utente/],
  ['WRONG_IDENTITY_TYPE', /tipologia di identità digitale diversa/],
  ['REQUEST_REFUSED', /non ha accettato la richiesta del portale/],
  ['PROVIDER_REFUSED', /non ti ha autenticato/],
  ['RESPONSE_INVALID', /La richiesta potrebbe essere scaduta/],
  ['<b>', /La richiesta potrebbe essere scaduta/],
])('rules §1 sign-on return: a refusal by %s is said', async (refusal, text) => {
  renderPortal(`/redirect-url?refusal=${encodeURIComponent(refusal)}`);
  expect(await screen.findByText(text)).toBeVisible();
});

// Last, because another test needs a screen that has not been loaded yet.
test.each(['/storico-acquisti', '/prospetto-fatturazione', '/ordini-amc', '/riepilogo-ordini-amc'])(
  '§2 protected route: %s asks for the sign-on and comes after it',
  async (path) => {
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue();
    renderPortal(path, { handlers: [answer(requestSignOn, { amRasRequest: REQUEST })] });
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(1));
    expect(takeDesiredLocation()).toBe(path);
  },
);
