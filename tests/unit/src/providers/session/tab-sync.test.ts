// @vitest-environment jsdom
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { refreshTokens } from '#src/providers/api/refresh-tokens.ts';
import { setNavigate } from '#src/providers/navigation.ts';
import {
  clearSessionStorage,
  isSignedIn,
  readSessionVersion,
  readTokens,
  renewTokens,
  writeTokens,
} from '#src/providers/session/tokens.ts';
import { leaveSession } from '#src/providers/session/session.ts';
import { askForNewerPair, shareSignOut, startTabSync } from '#src/providers/session/tab-sync.ts';

const FIRST = { accessToken: 'access-1', refreshToken: 'refresh-1' };
const NEXT = { accessToken: 'access-2', refreshToken: 'refresh-2' };

const otherTab = new BroadcastChannel('session');
const visited: string[] = [];

startTabSync(leaveSession);
setNavigate((path) => visited.push(path));

function signIn() {
  writeTokens(FIRST);
  const version = readSessionVersion();
  if (!version) throw new Error('no version');
  return version;
}

/** The next message that the other tab receives. */
function heard(): Promise<unknown> {
  return new Promise((resolve) => {
    otherTab.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data);
  });
}

/** Waits for the return of a message, so that all earlier messages have arrived. */
async function untilDelivered(): Promise<void> {
  const echo = new BroadcastChannel('session');
  const arrived = new Promise((resolve) => (echo.onmessage = resolve));
  otherTab.postMessage('over');
  await arrived;
  echo.close();
}

afterEach(() => {
  clearSessionStorage();
  localStorage.clear();
  visited.length = 0;
  otherTab.onmessage = null;
});

afterAll(() => otherTab.close());

test('rules §3 a tab takes over the newer pair of its session, however many it has missed', async () => {
  const { session, since } = signIn();
  const news = askForNewerPair();
  otherTab.postMessage({ type: 'held', session, since: since + 99, tokens: NEXT });
  await news;
  expect(readTokens()).toEqual(NEXT);
  expect(readSessionVersion()).toEqual({ session, since: since + 99 });
});

test('rules §3 a pair of another tab counts though the server has kept its refresh token', async () => {
  const { session, since } = signIn();
  const kept = { ...NEXT, refreshToken: FIRST.refreshToken };
  const exchanged: string[] = [];
  const refreshed = refreshTokens(FIRST.accessToken, (token) => {
    exchanged.push(token);
    return Promise.resolve('unreachable');
  });
  otherTab.postMessage({ type: 'held', session, since: since + 99, tokens: kept });
  await expect(refreshed).resolves.toBe('refreshed');
  expect(exchanged).toEqual([]);
  expect(readTokens()).toEqual(kept);
});

test('rules §3 a newer pair that another tab has noted is waited for', async () => {
  const { session, since } = signIn();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isOver = false;
  const news = askForNewerPair().then(() => (isOver = true));
  localStorage.setItem(`newestPair ${session}`, String(since + 99));
  await vi.advanceTimersByTimeAsync(1000);
  expect(isOver).toBe(false);
  vi.useRealTimers();
  otherTab.postMessage({ type: 'held', session, since: since + 99, tokens: NEXT });
  await news;
  expect(readTokens()).toEqual(NEXT);
});

test('rules §3 a tab that was left behind is answered by one that was not', async () => {
  const { session, since } = signIn();
  renewTokens(NEXT);
  const answer = heard();
  otherTab.postMessage({ type: 'asked', session, since });
  await expect(answer).resolves.toMatchObject({ type: 'held', session, tokens: NEXT });
});

test('§4 a sign-out is a sign-out of all tabs of the session', async () => {
  const version = signIn();
  const news = heard();
  shareSignOut();
  await expect(news).resolves.toEqual({ type: 'ended', ...version });
  otherTab.postMessage({ type: 'ended', ...version });
  await untilDelivered();
  expect(isSignedIn()).toBe(false);
  expect(sessionStorage).toHaveLength(0);
  expect(visited).toEqual(['/']);
});

const version = { session: 'another', since: Number.MAX_SAFE_INTEGER };
test.each([
  ['of another session', { type: 'held', ...version, tokens: NEXT }],
  ['that ends another session', { type: 'ended', ...version }],
  ['without tokens', { type: 'held', ...version, tokens: { accessToken: 'x' } }],
  ['that is no message of ours', 'hello'],
])('rules §3 a message %s changes nothing', async (_, message) => {
  signIn();
  otherTab.postMessage(message);
  await untilDelivered();
  expect(readTokens()).toEqual(FIRST);
});

test('rules §3 an older pair of the session changes nothing', async () => {
  const { session, since } = signIn();
  otherTab.postMessage({ type: 'held', session, since: since - 1, tokens: NEXT });
  await untilDelivered();
  expect(readTokens()).toEqual(FIRST);
});
