import { expect, test } from 'vitest';
import type { Tokens } from '#contract/entities/tokens.ts';
import { type Exchange, createTokenRefresher } from '#src/providers/http/token-refresher.ts';

/** The tabs of one browser: one lock, and a channel whose messages arrive later. */
function browser() {
  let turn: Promise<unknown> = Promise.resolve();
  const tabs: { adopt: (tokens: Tokens) => void }[] = [];

  async function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = turn.then(task);
    turn = result.catch(() => undefined);
    return result;
  }

  function openTab(start: Tokens, exchange: (refreshToken: string) => Promise<Exchange>) {
    let held: Tokens | null = start;
    const tab = {
      adopt(tokens: Tokens) {
        held = tokens;
      },
    };
    tabs.push(tab);
    const refresh = createTokenRefresher({
      held: () => held,
      hold: (tokens) => (held = tokens),
      exchange,
      inTurn,
      waitForShared: () => new Promise((resolve) => setImmediate(() => setImmediate(resolve))),
      share: () => {
        const others = tabs.filter((other) => other !== tab);
        const news = held;
        setImmediate(() => others.forEach((other) => news && other.adopt(news)));
      },
    });
    return { refresh, held: () => held };
  }
  return { openTab };
}

function pair(number: number): Tokens {
  return { accessToken: `access-${number}`, refreshToken: `refresh-${number}` };
}

test('decisions §3 two tabs with the same pair refresh it once between them, although the news comes late', async () => {
  const exchanged: string[] = [];
  const { openTab } = browser();
  function exchange(refreshToken: string): Promise<Exchange> {
    exchanged.push(refreshToken);
    return Promise.resolve({ tokens: pair(exchanged.length + 1) });
  }
  const [one, two] = [openTab(pair(1), exchange), openTab(pair(1), exchange)];
  await expect(Promise.all([one.refresh('access-1'), two.refresh('access-1')])).resolves.toEqual([
    'refreshed',
    'refreshed',
  ]);
  expect(exchanged).toEqual(['refresh-1']);
  expect(two.held()).toEqual(pair(2));
});

test('decisions §3 after a refresh that failed, the next request tries again', async () => {
  const answers: Exchange[] = ['unreachable', { tokens: pair(2) }];
  const { refresh, held } = browser().openTab(pair(1), () => Promise.resolve(answers.shift() ?? 'refused'));
  await expect(refresh('access-1')).resolves.toBe('unreachable');
  expect(held()).toEqual(pair(1));
  await expect(refresh('access-1')).resolves.toBe('refreshed');
  expect(held()).toEqual(pair(2));
});

test('§4 signed out, there is nothing to refresh', async () => {
  const refresh = createTokenRefresher({
    held: () => null,
    hold: () => expect.unreachable(),
    exchange: () => expect.unreachable(),
    inTurn: () => expect.unreachable(),
    waitForShared: () => expect.unreachable(),
    share: () => expect.unreachable(),
  });
  await expect(refresh('access-1')).resolves.toBe('signed-out');
});
