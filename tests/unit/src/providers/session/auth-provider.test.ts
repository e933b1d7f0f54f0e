import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setNavigate } from '#src/providers/navigation.ts';
import { dismissAllAlerts } from '#src/providers/notifications/alert-store.ts';
import { queryClient } from '#src/providers/query-client.ts';
import { authProvider } from '#src/providers/session/auth-provider.ts';
import { writeDesiredLocation } from '#src/providers/session/desired-location.ts';
import { currentIdentity, lastIdentity } from '#src/providers/session/identity.ts';
import { forgetSession } from '#src/providers/session/session.ts';
import { putHomeBelowReturn, relayState } from '#src/providers/session/begin-sign-on.ts';
import { beginReturn } from '#src/providers/session/end-sign-on.ts';
import { isSignedIn, readTokens } from '#src/providers/session/tokens.ts';
import { storedCart } from '#src/providers/session/unfinished-cart.ts';
import { alertTexts, holdPair, usePortalAgainstServer } from '#tests/support/portal-against-server.ts';
import type { ScriptedAnswer } from '#tests/support/scripted-server.ts';

// @vitest-environment jsdom

const under = usePortalAgainstServer();
const visited: string[] = [];
const auth = { accessToken: 'access-1', refreshToken: 'refresh-1' };
let sessions = 0;

/** Scripts a server that knows one user; `replaced` overrides its answers. */
function serve(profile: string, replaced: Readonly<Record<string, ScriptedAnswer>> = {}) {
  const answers: Readonly<Record<string, ScriptedAnswer>> = {
    '/api/v1/auth/am-ras/sso-request': {
      body: { data: { amRasRequest: { RelayState: 'relay', SAMLRequest: 'saml', ssoUrl: 'https://idp.example/sso' } } },
    },
    '/api/v1/auth/am-ras/sso-token': { body: { data: { auth } } },
    '/api/v1/users/me': { body: { data: { user: { username: 'rossi', userProfile: { profile } } } } },
    '/api/v1/businesses/me': { body: { data: { business: { businessId: 'B1', companyName: 'Farmacia' } } } },
    '/api/v1/extra/features': { body: { data: { features: { sorts: {}, filters: {}, calls: ['auth.signOut'] } } } },
    '/api/v1/asl/me': { body: { data: { asl: { aslId: 8, name: 'ASL di Prova' } } } },
    ...replaced,
  };
  under.script = ({ path }) => answers[path] ?? { status: 404 };
}

/** An unused one-time session. */
function newSession(): { sessionId: string } {
  sessions += 1;
  relayState.write('relay');
  return { sessionId: `session-${sessions}` };
}

beforeEach(() => setNavigate((path) => visited.push(path)));
afterEach(() => {
  forgetSession();
  visited.length = 0;
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

test('§7 login asks for a sign-on and posts a hidden form with RelayState and SAMLRequest to ssoUrl', async () => {
  serve('BUSINESS');
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue();
  void authProvider.login({ desiredLocation: '/storico-acquisti' });
  await vi.waitFor(() => expect(submit).toHaveBeenCalledOnce(), { timeout: 60_000 });
  const [request] = under.server.to('/api/v1/auth/am-ras/sso-request');
  expect(JSON.parse(request?.body ?? '')).toEqual({ clientId: 'portal', profile: 'BUSINESS' });
  const form = document.forms[0];
  expect(form).toMatchObject({ method: 'post', action: 'https://idp.example/sso', hidden: true });
  expect(Object.fromEntries(new FormData(form))).toEqual({ RelayState: 'relay', SAMLRequest: 'saml' });
  expect(relayState.read()).toBe('relay');
});

/** The browser says that it blocked what a directive of the policy does not allow. */
function violate(effectiveDirective: string, disposition: 'enforce' | 'report'): void {
  const event = new Event('securitypolicyviolation');
  document.dispatchEvent(Object.assign(event, { effectiveDirective, disposition }));
}

test('§7 a form that leads nowhere is told: one that the browser blocks at once, one without an answer after 20 s', async () => {
  serve('BUSINESS');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue();
  const told = vi.fn();
  const login = async (times: number) => {
    void authProvider.login({}).then(told);
    await vi.waitFor(() => expect(submit).toHaveBeenCalledTimes(times), { timeout: 60_000 });
  };
  await login(1);
  violate('img-src', 'enforce');
  violate('form-action', 'report');
  await vi.advanceTimersByTimeAsync(19_000);
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ success: false }));
  expect(alertTexts()).toEqual([expect.stringMatching(/^Il servizio di accesso non risponde/)]);
  dismissAllAlerts();
  await login(2);
  violate('form-action', 'enforce');
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2), { timeout: 60_000 });
  expect(alertTexts()).toEqual([expect.stringMatching(/^Il browser ha bloccato il passaggio al servizio di accesso/)]);
  expect(document.forms).toHaveLength(0);
  vi.useRealTimers();
});

test('§8 a login that the server refuses is told, and nobody is signed in', async () => {
  serve('BUSINESS', { '/api/v1/auth/am-ras/sso-request': { status: 400 } });
  await expect(authProvider.login({})).resolves.toMatchObject({ success: false });
  expect(alertTexts()).toEqual(['Si è vericato un errore']);
  expect(document.forms).toHaveLength(0);
});

test.each([
  ['of a protected route', 'sso-request', () => ({ desiredLocation: '/storico-acquisti' })],
  ['that returns', 'sso-token', newSession],
])('§8 a sign-on %s, refused with 400, has no alert: its screen says so', async (_, path, login) => {
  serve('BUSINESS', { [`/api/v1/auth/am-ras/${path}`]: { status: 400 } });
  await expect(authProvider.login(login())).resolves.toMatchObject({ success: false });
  expect(alertTexts()).toEqual([]);
});

test('§2 the return exchanges the session and RelayState for tokens, and goes to the stored location', async () => {
  serve('BUSINESS');
  writeDesiredLocation('/storico-acquisti');
  const session = newSession();
  await expect(authProvider.login(session)).resolves.toEqual({ success: true, redirectTo: '/storico-acquisti' });
  const [request] = under.server.to('/api/v1/auth/am-ras/sso-token');
  expect(JSON.parse(request?.body ?? '')).toEqual({ ...session, RelayState: 'relay' });
  expect(readTokens()).toEqual(auth);
  expect(relayState.read()).toBeNull();
});

test.each([
  ['BUSINESS', '/ricerca-assistiti'],
  ['ASL', '/riepilogo-ordini-amc'],
  ['AUDITOR', '/'],
])('§2 without a stored location a %s user goes to %s', async (profile, redirectTo) => {
  serve(profile);
  await expect(authProvider.login(newSession())).resolves.toEqual({ success: true, redirectTo });
});

test.each([
  ['OPERATOR', '/ricerca-assistiti/vendita?x=1', '/gestione/assistiti'],
  ['OPERATOR', '/nuova-risorsa', '/gestione/assistiti'],
  ['OPERATOR', '/gestione/business', '/gestione/business'],
  ['OPERATOR', '/support', '/support'],
  ['BUSINESS', '/gestione/business', '/ricerca-assistiti'],
  ['ASL', '/storico-acquisti', '/storico-acquisti'],
])('rules §9 sign-on: an %s from %s goes to %s', async (profile, desired, redirectTo) => {
  serve(profile);
  writeDesiredLocation(desired);
  await expect(authProvider.login(newSession())).resolves.toEqual({ success: true, redirectTo });
});

test('§2 a return that begins before the screen replaces its address, which has the one-time session', async () => {
  serve('BUSINESS');
  const navigate = vi.fn<Parameters<typeof setNavigate>[0]>();
  setNavigate(navigate);
  await beginReturn(newSession().sessionId);
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/ricerca-assistiti', { replace: true });
});

test('§2 who asks for a sign-on while a return is under way begins one of their own', async () => {
  serve('BUSINESS', { '/api/v1/auth/am-ras/sso-token': { status: 400 } });
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue();
  const returning = expect(beginReturn(newSession().sessionId)).rejects.toMatchObject({ status: 400 });
  void authProvider.login({ desiredLocation: '/storico-acquisti' });
  await vi.waitFor(() => expect(submit).toHaveBeenCalledOnce(), { timeout: 60_000 });
  await returning;
});

test('§2 a return that renders twice exchanges its session once', async () => {
  serve('BUSINESS');
  const session = newSession();
  const paths = await Promise.all([authProvider.login(session), authProvider.login(session)]);
  expect(paths).toEqual([paths[0], paths[0]]);
  expect(under.server.to('/api/v1/auth/am-ras/sso-token')).toHaveLength(1);
});

test.each(['/api/v1/auth/am-ras/sso-token', '/api/v1/users/me'])(
  'rules §1 a user whom %s does not know goes to /user-not-found, signed out',
  async (path) => {
    serve('BUSINESS', { [path]: { status: 404, body: { error: { description: 'USER_NOT_FOUND' } } } });
    await expect(authProvider.login(newSession())).resolves.toEqual({ success: true, redirectTo: '/user-not-found' });
    expect(isSignedIn()).toBe(false);
    expect(alertTexts()).toEqual([]);
  },
);

test.each([
  ['a return', '/redirect-url?sessionId=1', null, '/'],
  ['a failed return', '/redirect-url', null, '/'],
  ['a return that is loaded again', '/redirect-url?sessionId=1', { idx: 0 }, '/support'],
  ['another page', '/punti-vendita', null, '/support'],
])('§2 Back from %s, at %s with the state %j, leads to %s', async (_, address, state, below) => {
  window.history.pushState(null, '', '/support');
  window.history.pushState(state, '', address);
  putHomeBelowReturn();
  expect(window.location.pathname + window.location.search).toBe(address);
  const isBack = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  window.history.back();
  await isBack;
  expect(window.location.pathname).toBe(below);
});

test('§2 a return without a stored RelayState exchanges nothing, and says where the sign-on goes on', async () => {
  serve('BUSINESS');
  const outcome = await authProvider.login({ sessionId: 'stolen' });
  expect(outcome).toMatchObject({ success: false, error: { description: 'SIGN_ON_ELSEWHERE' } });
  expect(under.server.requests).toEqual([]);
});

test('§4 check: signed in while an access token is held', async () => {
  await expect(authProvider.check()).resolves.toEqual({ authenticated: false });
  holdPair(1);
  await expect(authProvider.check()).resolves.toEqual({ authenticated: true });
});

test('rules §3 no error of a call signs the user out by itself', async () => {
  await expect(authProvider.onError({ statusCode: 403 })).resolves.toEqual({});
});

test('rules §1 users/me is asked once a session', async () => {
  serve('BUSINESS');
  holdPair(1);
  const [one, two] = await Promise.all([currentIdentity(), currentIdentity()]);
  expect(one).toEqual({ username: 'rossi', profile: 'BUSINESS', companyName: 'Farmacia', businessId: 'B1' });
  expect(two).toBe(one);
  expect(under.server.to('/api/v1/users/me')).toHaveLength(1);
  forgetSession();
  await expect(currentIdentity()).resolves.toBeNull();
  holdPair(2);
  await currentIdentity();
  expect(under.server.to('/api/v1/users/me')).toHaveLength(2);
});

test.each([
  [400, {}, []],
  [404, { companyName: null }, []],
  [500, {}, ['Attenzione! | Si è vericato un errore 500']],
])('§8 businesses/me answers %s: the header has %j, and the alerts are %j', async (status, company, alerts) => {
  serve('BUSINESS', { '/api/v1/businesses/me': { status } });
  holdPair(1);
  await expect(currentIdentity()).resolves.toEqual({ username: 'rossi', profile: 'BUSINESS', ...company });
  expect(alertTexts()).toEqual(alerts);
});

test('rules §1 without a company the header does without, and the next who asks may get it', async () => {
  serve('BUSINESS', { '/api/v1/businesses/me': { status: 500 } });
  holdPair(1);
  await expect(currentIdentity()).resolves.toEqual({ username: 'rossi', profile: 'BUSINESS' });
  serve('BUSINESS');
  await expect(currentIdentity()).resolves.toMatchObject({ companyName: 'Farmacia', businessId: 'B1' });
});

test('§8 businesses/me that fails on every screen is told once', async () => {
  serve('BUSINESS', { '/api/v1/businesses/me': { status: 500 } });
  holdPair(1);
  await currentIdentity();
  expect(alertTexts()).toHaveLength(1);
  dismissAllAlerts();
  await expect(currentIdentity()).resolves.toEqual({ username: 'rossi', profile: 'BUSINESS' });
  expect(alertTexts()).toEqual([]);
});

test('rules §7 a health authority that could not be read is nobody yet: it is to name itself in every query', async () => {
  serve('ASL', { '/api/v1/asl/me': { status: 500 } });
  holdPair(1);
  await expect(currentIdentity()).rejects.toMatchObject({ status: 500 });
  expect(alertTexts()).toEqual(['Attenzione! | Si è vericato un errore 500']);
  serve('ASL');
  await expect(currentIdentity()).resolves.toMatchObject({ companyName: 'ASL di Prova', aslId: 8 });
});

test('rules §1 a company that the server does not know is not asked for again', async () => {
  serve('ASL', { '/api/v1/asl/me': { status: 404 } });
  holdPair(1);
  await currentIdentity();
  await currentIdentity();
  expect(under.server.to('/api/v1/asl/me')).toHaveLength(1);
});

test('rules §2 an identity that could not be read is asked for again', async () => {
  serve('BUSINESS', { '/api/v1/users/me': { status: 503 } });
  holdPair(1);
  await expect(currentIdentity()).rejects.toMatchObject({ status: 503 });
  serve('BUSINESS');
  await expect(currentIdentity()).resolves.toMatchObject({ username: 'rossi' });
});

test.each([
  ['has the extra', { status: 200, body: { data: {} } }],
  ['fails', { status: 500 }],
  ['is not there', 'hangUp' as const],
])('§4 sign-out drops the tokens, the cart and what was read, where the server %s', async (_, answer) => {
  serve('BUSINESS', { '/api/v1/extra/logout': answer });
  holdPair(1);
  storedCart.write({ cartId: 5, username: 'rossi' });
  queryClient.setQueryData(['patients'], ['somebody']);
  await expect(authProvider.logout({})).resolves.toEqual({ success: true, redirectTo: '/' });
  expect(under.server.to('/api/v1/extra/logout')[0]?.headers.authorization).toBe('Bearer access-1');
  expect(sessionStorage).toHaveLength(0);
  expect(queryClient.getQueryData(['patients'])).toBeUndefined();
  expect(alertTexts()).toEqual([]);
});

test.each([
  ['leads to the page of the identity provider that ends its session', '#left', '#left'],
  ['goes nowhere by a script', 'javascript:location.hash="script"', ''],
])('§4 sign-out %s', async (_, nextUrl, hash) => {
  // Another part of the same page, because jsdom goes nowhere else.
  const { href } = new URL(nextUrl, window.location.href);
  serve('BUSINESS', { '/api/v1/extra/logout': { body: { data: { nextUrl: href } } } });
  holdPair(1);
  await authProvider.logout({});
  expect(window.location.hash).toBe(hash);
  window.history.replaceState(null, '', window.location.pathname);
});

test.each([
  ['does not name the call', { body: { data: { features: { sorts: {}, filters: {}, calls: [] } } } }],
  ['knows no features', { status: 404 }],
  ['does not answer what it has', 'hangUp' as const],
])('rules §1 sign-out is not told to a server that %s', async (_, answer) => {
  serve('BUSINESS', { '/api/v1/extra/features': answer });
  holdPair(1);
  await authProvider.logout({});
  expect(isSignedIn()).toBe(false);
  expect(under.server.to('/api/v1/extra/features')).toHaveLength(1);
  expect(under.server.to('/api/v1/extra/logout')).toEqual([]);
  expect(alertTexts()).toEqual([]);
});

test('§4 a sign-out with tokens that have died is no expiry', async () => {
  serve('BUSINESS', { '/api/v1/extra/logout': { status: 403 }, '/api/v1/auth/token': { status: 403 } });
  holdPair(1);
  await authProvider.logout({});
  expect(isSignedIn()).toBe(false);
  expect(alertTexts()).toEqual([]);
});

test('§4 a sign-out waits 3 s for a server that is silent, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  under.script = () => new Promise(() => undefined);
  holdPair(1);
  const signedOut = authProvider.logout({});
  await vi.advanceTimersByTimeAsync(3000);
  vi.useRealTimers();
  await signedOut;
  expect(isSignedIn()).toBe(false);
  expect(sessionStorage).toHaveLength(0);
});

test('rules §2 who asks along for the identity shares the answer, a failure too', async () => {
  serve('BUSINESS', { '/api/v1/users/me': { status: 500 } });
  holdPair(1);
  await expect(lastIdentity()).rejects.toMatchObject({ status: 500 });
  await expect(lastIdentity()).rejects.toMatchObject({ status: 500 });
  expect(under.server.to('/api/v1/users/me')).toHaveLength(1);
  serve('BUSINESS');
  await currentIdentity();
  await expect(lastIdentity()).resolves.toMatchObject({ profile: 'BUSINESS' });
});
