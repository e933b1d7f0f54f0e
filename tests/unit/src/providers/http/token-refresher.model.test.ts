import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tokens } from '#contract/entities/tokens.ts';
import { type Exchange, createTokenRefresher } from '#src/providers/http/token-refresher.ts';
import { modelRuns } from '#tests/unit/model-runs.ts';

/** Whether an answer to a refresh, or the request itself, is lost on its way. */
type Loss = 'none' | 'request' | 'answer';

/**
 * The server of decisions §3: the newest refresh token is exchanged for its successor, its direct predecessor for the
 * same successor again, and an older one ends the family.
 */
function serverModel() {
  let newest = 1;
  let isEnded = false;
  let issued = 0;
  let accepted = new Set<string>();
  let underway = 0;
  let mostUnderway = 0;

  function issue(): Tokens {
    issued += 1;
    const accessToken = `access-${issued}`;
    accepted.add(accessToken);
    return { accessToken, refreshToken: `refresh-${newest}` };
  }

  return {
    issue,
    accepts: (accessToken: string) => !isEnded && accepted.has(accessToken),
    /** All access tokens are too old from now on. */
    age: () => {
      accepted = new Set();
    },
    end: () => {
      isEnded = true;
    },
    refresh: (refreshToken: string): Exchange => {
      const number = Number(refreshToken.replace('refresh-', ''));
      if (number < newest - 1) isEnded = true;
      if (isEnded) return 'refused';
      if (number === newest) newest += 1;
      return { tokens: issue() };
    },
    arrive: () => {
      underway += 1;
      mostUnderway = Math.max(mostUnderway, underway);
    },
    leave: () => {
      underway -= 1;
    },
    exchanges: () => newest - 1,
    mostUnderway: () => mostUnderway,
    isEnded: () => isEnded,
  };
}

type Server = ReturnType<typeof serverModel>;

interface Tab {
  /** Makes one request, as the HTTP client does: on 403 a refresh and one more attempt. */
  readonly call: () => Promise<'answered' | 'refused' | 'unreachable' | 'ended' | 'signed-out'>;
  readonly held: () => Tokens | null;
  readonly signOut: () => void;
}

/** The tabs of one browser that share a session: one lock, and messages that arrive when the scheduler lets them. */
function openTabs(scheduler: fc.Scheduler, server: Server, count: number, nextLoss: () => Loss): readonly Tab[] {
  const first = server.issue();
  const pairs = Array.from({ length: count }, (): { tokens: Tokens | null; since: number } => ({
    tokens: first,
    since: 0,
  }));
  let turn: Promise<unknown> = Promise.resolve();
  let since = 0;

  function onItsWay(what: string): Promise<unknown> {
    return scheduler.schedule(Promise.resolve(), what);
  }

  async function exchange(refreshToken: string): Promise<Exchange> {
    const loss = nextLoss();
    server.arrive();
    try {
      await onItsWay('a refresh to the server');
      if (loss === 'request') return 'unreachable';
      const result = server.refresh(refreshToken);
      await onItsWay('its answer');
      return loss === 'answer' ? 'unreachable' : result;
    } finally {
      server.leave();
    }
  }

  return pairs.map((own): Tab => {
    const others = pairs.filter((other) => other !== own);

    async function tell(from: typeof own, to: typeof own): Promise<void> {
      const news = { ...from };
      await onItsWay('news of a pair');
      if (news.tokens && to.tokens && news.since > to.since) Object.assign(to, news);
    }

    const refresh = createTokenRefresher({
      held: () => own.tokens,
      hold: (tokens) => {
        since += 1;
        Object.assign(own, { tokens, since });
      },
      exchange,
      inTurn: async (task) => {
        const result = turn.then(task);
        turn = result.catch(() => undefined);
        return result;
      },
      waitForShared: async () => {
        await onItsWay('a question to the other tabs');
        await Promise.all(others.map((other) => tell(other, own)));
      },
      share: () => others.forEach((other) => void tell(own, other)),
    });

    async function attempt(): Promise<boolean> {
      await onItsWay('a request');
      const isAccepted = own.tokens !== null && server.accepts(own.tokens.accessToken);
      await onItsWay('the answer to a request');
      return isAccepted;
    }

    return {
      held: () => own.tokens,
      signOut: () => {
        own.tokens = null;
      },
      call: async () => {
        const token = own.tokens?.accessToken;
        if (token === undefined) return 'signed-out';
        await onItsWay('a request');
        const isAccepted = server.accepts(token);
        await onItsWay('the answer to a request');
        if (isAccepted) return 'answered';
        const outcome = await refresh(token);
        if (outcome !== 'refreshed') return outcome;
        return (await attempt()) ? 'answered' : 'refused';
      },
    };
  });
}

const scenario = {
  scheduler: fc.scheduler(),
  tabCount: fc.integer({ min: 1, max: 3 }),
  /** For each round: how many requests each tab makes at once. */
  rounds: fc.array(fc.array(fc.nat({ max: 4 }), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
};
const loss = fc.constantFrom<Loss>('none', 'none', 'request', 'answer');

/** Everything at once in a round; between two of them, ten minutes go by and all news arrive. */
async function play(
  scheduler: fc.Scheduler,
  server: Server,
  tabs: readonly Tab[],
  rounds: readonly (readonly number[])[],
): Promise<readonly string[][]> {
  const results: string[][] = [];
  for (const round of rounds) {
    server.age();
    const calls = tabs.flatMap((tab, index) => Array.from({ length: round[index] ?? 0 }, () => tab.call()));
    results.push(await scheduler.waitFor(Promise.all(calls)));
    await scheduler.waitIdle();
  }
  return results;
}

test('decisions §3 refresh: however requests and tabs interleave, one exchange at a time and everyone is answered', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record(scenario), async ({ scheduler, tabCount, rounds }) => {
      const server = serverModel();
      const tabs = openTabs(scheduler, server, tabCount, () => 'none');
      const results = await play(scheduler, server, tabs, rounds);
      for (const result of results.flat()) expect(result).toBe('answered');
      expect(server.mostUnderway(), 'refreshes at once').toBeLessThanOrEqual(1);
      expect(server.exchanges(), 'one refresh for each ageing').toBe(
        results.filter((answers) => answers.length > 0).length,
      );
      expect(server.isEnded()).toBe(false);
    }),
    modelRuns(300),
  );
});

test('decisions §3 refresh: lost requests and answers are no expiry, end no family, and the next request is answered', async () => {
  const lossy = fc.record({ ...scenario, losses: fc.array(loss, { maxLength: 20 }) });
  await fc.assert(
    fc.asyncProperty(lossy, async ({ scheduler, tabCount, rounds, losses }) => {
      const server = serverModel();
      let isStormy = true;
      const left = [...losses];
      const nextLoss = () => (isStormy ? (left.shift() ?? 'none') : 'none');
      const tabs = openTabs(scheduler, server, tabCount, nextLoss);
      const results = await play(scheduler, server, tabs, rounds);
      for (const result of results.flat()) expect(['answered', 'unreachable']).toContain(result);
      expect(server.isEnded(), 'the family').toBe(false);
      expect(tabs.every((tab) => tab.held() !== null)).toBe(true);
      expect(server.mostUnderway(), 'refreshes at once').toBeLessThanOrEqual(1);

      isStormy = false;
      const [after] = await play(scheduler, server, tabs, [[1, 1, 1]]);
      expect(new Set(after)).toEqual(new Set(['answered']));
    }),
    modelRuns(300),
  );
});

test('decisions §3 refresh: an end that the server decided is told to all who ask, and a sign-out to none as an end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record(scenario), fc.boolean(), async ({ scheduler, tabCount, rounds }, signsOut) => {
      const server = serverModel();
      const tabs = openTabs(scheduler, server, tabCount, () => 'none');
      await play(scheduler, server, tabs, rounds);
      if (signsOut) tabs.forEach((tab) => tab.signOut());
      else server.end();
      const [after] = await play(scheduler, server, tabs, [[2, 2, 2]]);
      expect(new Set(after)).toEqual(new Set([signsOut ? 'signed-out' : 'ended']));
    }),
    modelRuns(100),
  );
});
