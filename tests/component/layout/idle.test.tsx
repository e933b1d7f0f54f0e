import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { readCurrentUser, refreshTokens } from '#contract/calls/authentication.ts';
import { IdleWatch } from '#src/components/idle/idle-watch.tsx';
import { callApi } from '#src/providers/http/call-api.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { isSignedIn, readSessionVersion, writeTokens } from '#src/providers/session/tokens.ts';
import { storedCart } from '#src/providers/session/unfinished-cart.ts';
import { renderScreen } from '../harness.tsx';
import { answerAnyhow, lose, network, refuse } from '../network.ts';

const HALF_HOUR = 1800;
const EXPIRED = 'La sessione è scaduta, accedi di nuovo';
const CART = { cartId: 5, username: 'rossi', businessId: 1 };

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }));

function pass(seconds: number): void {
  act(() => void vi.advanceTimersByTime(seconds * 1000));
}

/** Time that passes while the machine sleeps: no timer runs meanwhile. */
function sleep(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000);
  pass(1);
}

/** A session whose user has just made a call. */
async function openSession(idleSeconds?: number) {
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
  });
  await use();
  return user;
}

async function use(): Promise<void> {
  await act(() => callApi(readCurrentUser, {}, { background: true }));
}

function warning(): Promise<HTMLElement> {
  return screen.findByRole('alertdialog', { name: 'La sessione sta per terminare' });
}

function expectNoWarning(): void {
  expect(screen.queryByRole('alertdialog')).toBeNull();
}

test("§4 idle: warned two minutes before the end; 'Resta collegato' is a call, and the time begins anew", async () => {
  const user = await openSession(HALF_HOUR);
  await user.click(screen.getByRole('textbox', { name: 'Campo' }));
  pass(HALF_HOUR - 121);
  expectNoWarning();
  pass(1);
  const dialog = await warning();
  expect(dialog).toHaveAccessibleDescription(/^Non risultano operazioni da un po' di tempo/);
  expect(within(dialog).getByRole('timer')).toHaveTextContent('Tempo rimasto: 2:00');
  const stay = within(dialog).getByRole('button', { name: 'Resta collegato' });
  expect(stay).toHaveFocus();
  pass(30);
  expect(within(dialog).getByRole('timer')).toHaveTextContent('Tempo rimasto: 1:30');
  await user.click(stay);
  await waitFor(expectNoWarning);
  pass(HALF_HOUR - 121);
  expectNoWarning();
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
  expectNoWarning();
  expect(isSignedIn()).toBe(false);
  expect(currentAlerts()).toMatchObject([{ kind: 'danger', text: EXPIRED, duration: 10_000 }]);
  expect(Object.keys(sessionStorage).toSorted()).toEqual(['desiredLocation', 'unfinishedCart']);
  expect(Object.keys(localStorage).filter((name) => name !== 'language')).toEqual([]);
});

test('§8 idle: a machine that has slept through the end says so, without a warning that comes too late', async () => {
  await openSession(HALF_HOUR);
  sleep(2 * HALF_HOUR);
  expectNoWarning();
  expect(currentAlerts()).toMatchObject([{ text: EXPIRED }]);
});

test('decisions §3 idle: a call of another tab of the session is a use of this one, one of another session is not', async () => {
  await openSession(HALF_HOUR);
  const session = readSessionVersion()?.session;
  pass(HALF_HOUR - 60);
  await warning();
  localStorage.setItem('lastCall', JSON.stringify({ session: 'another', since: Date.now() }));
  pass(1);
  await warning();
  localStorage.setItem('lastCall', JSON.stringify({ session, since: Date.now() }));
  pass(1);
  expectNoWarning();
  expect(localStorage.getItem('lastCall')).toBe(JSON.stringify({ session, since: Date.now() - 1000 }));
});

test('decisions §3 idle: a refresh is no use of the session, nor is a call that is refused', async () => {
  await openSession(HALF_HOUR);
  pass(HALF_HOUR - 60);
  await warning();
  const next = { accessToken: 'access-2', refreshToken: 'refresh-2', idleSeconds: HALF_HOUR };
  network.use(
    answerAnyhow(refreshTokens, () => Response.json({ data: { auth: next } })),
    refuse(readCurrentUser, 'NOT_AUTHENTICATED'),
  );
  await act(() => callApi(readCurrentUser, {}, { alerts: 'none' }).catch(() => undefined));
  expect(JSON.parse(sessionStorage.getItem('accessToken') ?? '')).toBe('access-2');
  pass(1);
  expect(within(await warning()).getByRole('timer')).toHaveTextContent('0:59');
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
  pass(1);
  expectNoWarning();
  expect(currentAlerts()).toEqual([]);
});

test('§4 idle: where the server names no limit, nothing of this happens', async () => {
  await openSession();
  expect(localStorage.getItem('lastCall')).toBeNull();
  pass(48 * HALF_HOUR);
  expectNoWarning();
  expect(isSignedIn()).toBe(true);
});

test('§4 idle: a limit of less than four minutes is warned of at its half', async () => {
  await openSession(60);
  pass(29);
  expectNoWarning();
  pass(1);
  await warning();
});
