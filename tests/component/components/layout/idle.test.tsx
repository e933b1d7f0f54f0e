import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { findSamePerson } from '#contract/admin/patients.ts';
import { readCurrentUser, refreshTokens } from '#contract/calls/authentication.ts';
import { listBusinesses } from '#contract/calls/businesses.ts';
import { checkCart } from '#contract/calls/carts.ts';
import { downloadReceipt } from '#contract/calls/purchases.ts';
import { IdleWatch } from '#src/components/layout/app-layout.tsx';
import { callApi } from '#src/providers/api/call-api.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { queryClient } from '#src/providers/query-client.ts';
import { startTabSync } from '#src/providers/session/tab-sync.ts';
import { isSignedIn, readSessionVersion, writeTokens } from '#src/providers/session/tokens.ts';
import { storedCart } from '#src/providers/session/unfinished-cart.ts';
import { answer, answerRaw, lose, network, refuse, respondWith } from '../../network.ts';
import { renderScreen } from '../../render-screen.tsx';

const HALF_HOUR = 1800;
const EXPIRED = 'La sessione è scaduta, accedi di nuovo';
const CART = { cartId: 5, username: 'rossi', businessId: 1 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
});

function pass(seconds: number): void {
  act(() => void vi.advanceTimersByTime(seconds * 1000));
}

/** Time passes while the machine sleeps: no timer runs. */
function sleep(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000);
  pass(1);
}

/** Opens a session whose user has just made a call. */
async function openSession(idleSeconds?: number, sessionSeconds?: number) {
  const { user } = await renderScreen(
    <>
      <input aria-label="Campo" />
      <IdleWatch />
    </>,
    { as: 'BUSINESS' },
  );
  writeTokens({
    accessToken: 'access-1',
    refreshToken: 'refresh-1',
    ...(idleSeconds !== undefined && { idleSeconds }),
    ...(sessionSeconds !== undefined && { sessionSeconds }),
  });
  // The answer of a first request would count as activity when it arrives.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await use();
  return user;
}

async function use(): Promise<void> {
  await act(() => callApi(readCurrentUser, {}, { background: true }));
}

function warning(): Promise<HTMLElement> {
  return screen.findByRole('alertdialog', { name: 'La sessione sta per terminare' });
}

function isWarned(): boolean {
  return screen.queryByRole('alertdialog') !== null;
}

/** No warning is visible, and none is loading. */
async function expectNoWarning(): Promise<void> {
  await act(() => vi.dynamicImportSettled());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(isWarned()).toBe(false);
}

async function untilNoWarning(): Promise<void> {
  await waitFor(() => expect(isWarned()).toBe(false));
}

/** The session's entry in local storage, which its tabs share. */
function noteOf(session: string | undefined): string {
  return `lastCall ${session ?? ''}`;
}

test("§4 idle: warned two minutes before the end; 'Resta collegato' is a call, and the time begins anew", async () => {
  const user = await openSession(HALF_HOUR);
  await user.click(screen.getByRole('textbox', { name: 'Campo' }));
  pass(HALF_HOUR - 121);
  await expectNoWarning();
  pass(1);
  const dialog = await warning();
  expect(dialog).toHaveAccessibleDescription(/^Da un po' di tempo non risultano operazioni.* Tempo rimasto: 2:00$/);
  expect(within(dialog).getByRole('timer')).toHaveTextContent('Tempo rimasto: 2:00');
  const stay = within(dialog).getByRole('button', { name: 'Resta collegato' });
  expect(stay).toHaveFocus();
  pass(30);
  expect(within(dialog).getByRole('timer')).toHaveTextContent('Tempo rimasto: 1:30');
  await user.click(stay);
  await untilNoWarning();
  pass(HALF_HOUR - 121);
  await expectNoWarning();
  pass(1);
  await warning();
});

test('design §5 idle: the time left is read out three times, not every second', async () => {
  await openSession(HALF_HOUR);
  pass(HALF_HOUR - 120);
  const dialog = await warning();
  const heard = new Set<string | null>();
  for (let second = 0; second < 119; second += 1) {
    heard.add(dialog.querySelector('[aria-live="polite"]')?.textContent ?? null);
    pass(1);
  }
  expect([...heard]).toEqual(['', 'Mancano 60 secondi', 'Mancano 30 secondi', 'Mancano 10 secondi']);
  expect(within(dialog).getByRole('timer').closest('[aria-live]')).toBeNull();
});

test('§4 §8 idle: when the time is over the session ends as any other does, and the cart is kept', async () => {
  await openSession(HALF_HOUR);
  storedCart.write(CART);
  pass(HALF_HOUR - 1);
  await warning();
  expect(isSignedIn()).toBe(true);
  pass(1);
  await expectNoWarning();
  expect(isSignedIn()).toBe(false);
  expect(currentAlerts()).toMatchObject([{ kind: 'danger', text: EXPIRED, duration: 10_000 }]);
  expect(Object.keys(sessionStorage).toSorted()).toEqual(['desiredLocation', 'unfinishedCart']);
  expect(Object.keys(localStorage).filter((name) => name !== 'language')).toEqual([]);
});

test('§8 idle: a machine that has slept through the end says so, without a warning that comes too late', async () => {
  await openSession(HALF_HOUR);
  sleep(2 * HALF_HOUR);
  await expectNoWarning();
  expect(currentAlerts()).toMatchObject([{ text: EXPIRED }]);
});

test('rules §3 idle: a call of another tab of the session is a use of this one, one of another session is not', async () => {
  await openSession(HALF_HOUR);
  const session = readSessionVersion()?.session;
  pass(HALF_HOUR - 60);
  await warning();
  localStorage.setItem(noteOf('another'), String(Date.now()));
  pass(1);
  await warning();
  localStorage.setItem(noteOf(session), String(Date.now()));
  pass(1);
  await expectNoWarning();
});

test('rules §3 idle: each session of a browser has its own note, and takes no other away', async () => {
  await openSession(HALF_HOUR);
  const first = readSessionVersion()?.session;
  const noted = localStorage.getItem(noteOf(first));
  expect(Number(noted)).toBe(Date.now());
  pass(60);
  writeTokens({ accessToken: 'access-2', refreshToken: 'refresh-2', idleSeconds: HALF_HOUR });
  await use();
  expect(localStorage.getItem(noteOf(readSessionVersion()?.session))).not.toBeNull();
  expect(localStorage.getItem(noteOf(first))).toBe(noted);
  pass(HALF_HOUR);
  expect(isSignedIn()).toBe(false);
  expect(Object.keys(localStorage).filter((name) => name !== 'language')).toEqual([noteOf(first)]);
});

test('rules §3 idle: what closed tabs have noted is gone after a month', () => {
  const day = 24 * 3600 * 1000;
  localStorage.setItem(noteOf('closed'), String(Date.now() - 31 * day));
  localStorage.setItem('newestPair closed', String(Date.now() - 31 * day));
  localStorage.setItem(noteOf('open'), String(Date.now() - day));
  startTabSync(() => undefined);
  expect(Object.keys(localStorage).filter((name) => name !== 'language')).toEqual([noteOf('open')]);
});

test('rules §3 idle: a refresh is no use of the session, nor is a call that is refused for its token', async () => {
  await openSession(HALF_HOUR);
  pass(HALF_HOUR - 60);
  await warning();
  const next = { accessToken: 'access-2', refreshToken: 'refresh-2', idleSeconds: HALF_HOUR };
  network.use(
    respondWith(refreshTokens, () => Response.json({ data: { auth: next } })),
    refuse(readCurrentUser, 'NOT_AUTHENTICATED'),
  );
  await act(() => callApi(readCurrentUser, {}, { alerts: 'none' }).catch(() => undefined));
  expect(JSON.parse(sessionStorage.getItem('accessToken') ?? '')).toBe('access-2');
  pass(1);
  expect(within(await warning()).getByRole('timer')).toHaveTextContent('0:59');
});

test.each([
  ['refused by its handler is a use', answerRaw(readCurrentUser, { error: {} }, 404), true],
  ['answered by a firewall is no use', answerRaw(readCurrentUser, { message: 'Not found' }, 404), false],
  ['over which the server breaks down is a use', answerRaw(readCurrentUser, {}, 500), true],
  ['too many is no use', answerRaw(readCurrentUser, {}, 429), false],
  ['answered by a gateway is no use', answerRaw(readCurrentUser, {}, 502), false],
])('rules §3 idle: a call %s of the session', async (_, handler, isUse) => {
  await openSession(HALF_HOUR);
  pass(HALF_HOUR - 60);
  await warning();
  network.use(handler);
  await act(() => callApi(readCurrentUser, {}, { alerts: 'none' }).catch(() => undefined));
  pass(1);
  if (!isUse) await warning();
  else await expectNoWarning();
});

test('rules §3 idle: a call that anyone may make is no use of the session', async () => {
  await openSession(HALF_HOUR);
  pass(HALF_HOUR - 60);
  await warning();
  network.use(answer(listBusinesses, { businesses: [] }));
  await act(() => callApi(listBusinesses, {}));
  pass(1);
  expect(within(await warning()).getByRole('timer')).toHaveTextContent('0:59');
});

test('§8 idle: a long download is a use of the session from its beginning on', async () => {
  await openSession(HALF_HOUR);
  pass(HALF_HOUR - 60);
  await warning();
  const beginning = new TextEncoder().encode(`{"data":{"base64":"${'A'.repeat(100_000)}`);
  const endless = new ReadableStream({ start: (controller) => controller.enqueue(beginning) });
  network.use(respondWith(downloadReceipt, () => new Response(endless)));
  const user = new AbortController();
  const input = { params: { purchaseId: 1 } };
  let ended: Promise<unknown> = Promise.resolve();
  await act(
    () =>
      new Promise<void>((resolve) => {
        const onProgress = () => resolve();
        ended = callApi(downloadReceipt, input, { signal: user.signal, onProgress }).catch(() => undefined);
      }),
  );
  pass(1);
  await expectNoWarning();
  user.abort();
  await ended;
});

test("§8 idle: where 'Resta collegato' is refused, the end is told in the place of the dialog", async () => {
  const user = await openSession(HALF_HOUR);
  pass(HALF_HOUR - 60);
  const dialog = await warning();
  network.use(refuse(readCurrentUser, 'NOT_AUTHENTICATED'), refuse(refreshTokens, 'NOT_AUTHENTICATED'));
  await user.click(within(dialog).getByRole('button', { name: 'Resta collegato' }));
  await untilNoWarning();
  expect(isSignedIn()).toBe(false);
  expect(currentAlerts()).toMatchObject([{ text: EXPIRED }]);
});

test('design §5 idle: while the server is asked both buttons say so, and a second press does nothing', async () => {
  const user = await openSession(HALF_HOUR);
  pass(HALF_HOUR - 60);
  const dialog = await warning();
  let asked = 0;
  let release = (): void => undefined;
  const held = new Promise<Response>((resolve) => {
    release = () => resolve(Response.error());
  });
  network.use(
    respondWith(readCurrentUser, () => {
      asked += 1;
      return held;
    }),
  );
  const stay = within(dialog).getByRole('button', { name: 'Resta collegato' });
  const leave = within(dialog).getByRole('button', { name: 'Esci' });
  await user.dblClick(stay);
  expect(stay).toHaveAttribute('aria-busy', 'true');
  expect(stay).toHaveAttribute('aria-disabled', 'true');
  expect(stay).toHaveFocus();
  expect(leave).toHaveAttribute('aria-disabled', 'false');
  release();
  await within(dialog).findByText(/Non è stato possibile prolungare la sessione/);
  expect(stay).toHaveAttribute('aria-disabled', 'false');
  expect(asked).toBe(1);
});

test("design §5 idle: Esc stays; where the server is not reached it is said in the dialog; 'Esci' signs out", async () => {
  const user = await openSession(HALF_HOUR);
  pass(HALF_HOUR - 60);
  const dialog = await warning();
  network.use(lose(readCurrentUser));
  act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })));
  await waitFor(() =>
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Non è stato possibile prolungare la sessione'),
  );
  expect(currentAlerts()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Esci' }));
  await waitFor(() => expect(isSignedIn()).toBe(false));
  // Less than the interval of the check.
  act(() => void vi.advanceTimersByTime(250));
  await expectNoWarning();
  expect(currentAlerts()).toEqual([]);
});

test('rules §3 idle: the answer to a call of the session before is no use of this one', async () => {
  await openSession(HALF_HOUR);
  let release = (): void => undefined;
  const held = new Promise<Response>((give) => {
    release = () => give(new Response('{}', { status: 500 }));
  });
  let answered: Promise<void> | undefined;
  await new Promise<void>((asked) => {
    network.use(
      respondWith(readCurrentUser, () => {
        asked();
        return held;
      }),
    );
    answered = use().catch(() => undefined);
  });
  writeTokens({ accessToken: 'access-2', refreshToken: 'refresh-2', idleSeconds: HALF_HOUR });
  release();
  await answered;
  expect(localStorage.getItem(noteOf(readSessionVersion()?.session))).toBeNull();
});

test('§4 idle: where the server names no limit, nothing of this happens', async () => {
  await openSession();
  expect(localStorage.getItem(noteOf(readSessionVersion()?.session))).toBeNull();
  pass(48 * HALF_HOUR);
  await expectNoWarning();
  expect(isSignedIn()).toBe(true);
});

test('§4 idle: a limit of less than four minutes is warned of at its half', async () => {
  await openSession(60);
  pass(29);
  await expectNoWarning();
  pass(1);
  await warning();
});

const HOUR = 3600;

test('rules §3 longest time: told once two minutes before, and nothing puts it off', async () => {
  const user = await openSession(undefined, HOUR);
  pass(HOUR - 121);
  await expectNoWarning();
  pass(1);
  const dialog = await warning();
  expect(dialog).toHaveAccessibleDescription(/ha quasi raggiunto la durata massima.* Tempo rimasto: 2:00$/);
  expect(within(dialog).queryByRole('button', { name: 'Resta collegato' })).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Ho capito' }));
  await untilNoWarning();
  await use();
  pass(60);
  await expectNoWarning();
  pass(59);
  expect(isSignedIn()).toBe(true);
  storedCart.write(CART);
  pass(1);
  expect(isSignedIn()).toBe(false);
  expect(currentAlerts()).toMatchObject([{ text: EXPIRED }]);
  expect(storedCart.read()).toEqual(CART);
});

test('rules §3 longest time: an idle session that ends before is warned of as idle', async () => {
  await openSession(HALF_HOUR, HALF_HOUR + 60);
  pass(HALF_HOUR - 120);
  expect(within(await warning()).getByRole('button', { name: 'Resta collegato' })).toBeVisible();
});

test('rules §3 longest time: the session does not end under a command that has begun, and its outcome can be read', async () => {
  await openSession(undefined, HOUR);
  let comeLate = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    comeLate = resolve;
  });
  network.use(
    respondWith(checkCart, async () => {
      await late;
      return HttpResponse.json({ data: { txCommand: { txCommandId: 1 } } });
    }),
  );
  pass(HOUR - 1);
  const body = { patientId: 1, voucherId: 1, storeId: 1 };
  const command = callApi(checkCart, { body }, { background: true });
  pass(60);
  expect(isSignedIn()).toBe(true);
  comeLate();
  await act(() => command);
  // What begins now puts off nothing.
  const next = callApi(checkCart, { body }, { background: true });
  pass(9);
  expect(isSignedIn()).toBe(true);
  pass(1);
  expect(isSignedIn()).toBe(false);
  await act(() => next.catch(() => undefined));
});

test('rules §3 longest time: a search whose query is its body puts nothing off', async () => {
  await openSession(undefined, HOUR);
  let comeLate = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    comeLate = resolve;
  });
  network.use(
    respondWith(findSamePerson, async () => {
      await late;
      return HttpResponse.json({ data: { fiscalCodes: [], isElsewhere: false } });
    }),
  );
  pass(HOUR - 1);
  const body = { firstName: 'Mario', lastName: 'Rossi', birthDate: '1980-01-01' };
  const search = callApi(findSamePerson, { body }, { background: true }).catch(() => undefined);
  pass(120);
  expect(isSignedIn()).toBe(false);
  comeLate();
  await act(() => search);
});

test('rules §3 longest time: a tab learns it from the tab that has the newer pair', async () => {
  await openSession(undefined, HOUR);
  startTabSync(() => undefined);
  const other = new BroadcastChannel('session');
  const { session, since = 0 } = readSessionVersion() ?? {};
  const version = { session, since: since + 1, endsAt: Date.now() + 60_000 };
  other.postMessage({ type: 'held', ...version, tokens: { accessToken: 'access-2', refreshToken: 'refresh-2' } });
  await waitFor(() => expect(readSessionVersion()?.since).toBe(since + 1));
  other.close();
  pass(1);
  await warning();
});
