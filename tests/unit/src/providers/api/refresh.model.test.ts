import fc from 'fast-check';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readCart } from '#contract/calls/carts.ts';
import { toApiError } from '#src/providers/api/api-error.ts';
import { makeCall } from '#src/providers/api/http-client.ts';
import { currentAlerts, dismissAllAlerts } from '#src/providers/notifications/alert-store.ts';
import { loadRuntimeConfig } from '#src/providers/runtime-config.ts';
import {
  adoptTokens,
  clearSessionStorage,
  onTokensChange,
  readSessionVersion,
  readTokens,
  writeTokens,
} from '#src/providers/session/tokens.ts';
import { modelRuns } from '#tests/extent.ts';
import { testConfig } from '#tests/support/portal-files.ts';
import { type Loss, numberOf, ScheduledServer } from './scheduled-server.ts';

// @vitest-environment jsdom

beforeAll(async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(testConfig('http://server'))));
  await loadRuntimeConfig();
  // A user whose session ended is sent home after 5 s, which these tests do not reach.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.clearAllTimers());

/** Runs a task while no other tab runs its own. */
type InTurn = (task: () => Promise<unknown>) => Promise<unknown>;

interface Portal {
  readonly server: ScheduledServer;
  readonly inTurn: InTurn;
  /** How often the session ended in this tab, and whether an older pair replaced a newer one. */
  readonly seen: { ends: number; wentBack: boolean };
  readonly close: () => void;
}

/** Opens the portal, signed in at the server, in a browser with or without locks. */
function openPortal(server: ScheduledServer, hasLocks: boolean): Portal {
  dismissAllAlerts();
  clearSessionStorage();
  localStorage.clear();
  vi.stubGlobal('fetch', server.fetch);
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn: InTurn = (task) => {
    const result = turn.then(() => server.onItsWay('a turn')).then(task);
    turn = result.catch(() => undefined);
    return result;
  };
  Reflect.deleteProperty(navigator, 'locks');
  if (hasLocks) {
    const locks = { request: (_: string, task: () => Promise<unknown>) => inTurn(task) };
    Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  }
  writeTokens(server.issue());
  const seen = { ends: 0, wentBack: false };
  let newest = 0;
  const close = onTokensChange(() => {
    const held = readTokens();
    if (!held) {
      seen.ends += 1;
      return;
    }
    const number = numberOf(held.accessToken);
    seen.wentBack ||= number < newest;
    newest = Math.max(newest, number);
  });
  return { server, inTurn: hasLocks ? inTurn : (task) => task(), seen, close };
}

let lastCart = 0;

/** Makes one call. Returns `answered`, or the failure and whether the user was told. */
async function call({ server }: Portal, isLate = false): Promise<string> {
  lastCart += 1;
  const params = { cartId: lastCart };
  if (isLate) await server.onItsWay('a late call');
  try {
    await makeCall(readCart, { params }, {});
    return 'answered';
  } catch (error) {
    const { status, description, shown } = toApiError(error);
    return `${status ?? description}${shown ? ' told' : ''}`;
  }
}

/** Another tab of the session. It refreshes if no tab has, and shares its pair. */
async function anotherTab({ server, inTurn }: Portal): Promise<void> {
  await server.onItsWay('another tab wakes');
  await inTurn(async () => {
    const own = readTokens();
    if (!own || server.accepts(own.accessToken)) return;
    const tokens = await server.refresh(own.refreshToken);
    await server.onItsWay('its news');
    const [version, held] = [readSessionVersion(), readTokens()];
    if (!tokens || !version || !held || numberOf(tokens.accessToken) < numberOf(held.accessToken)) return;
    adoptTokens(tokens, { session: version.session, since: version.since + 1 });
  });
}

interface Round {
  readonly calls: number;
  readonly lateCalls: number;
  readonly hasAnotherTab: boolean;
}

/** Expires the tokens and runs all events of a round concurrently. Returns the results of the calls. */
async function play(portal: Portal, scheduler: fc.Scheduler, round: Round): Promise<readonly string[]> {
  const { server } = portal;
  server.age();
  server.attempts.clear();
  server.refreshes = 0;
  server.portalRefreshes = 0;
  const calls = [
    ...Array.from({ length: round.calls }, () => call(portal)),
    ...Array.from({ length: round.lateCalls }, () => call(portal, true)),
  ];
  const other = round.hasAnotherTab ? anotherTab(portal) : Promise.resolve();
  const [answers] = await scheduler.waitFor(Promise.all([Promise.all(calls), other]));
  return answers;
}

const round = fc.record({
  calls: fc.nat({ max: 4 }),
  lateCalls: fc.nat({ max: 3 }),
  hasAnotherTab: fc.boolean(),
});
const alone = round.map((made) => ({ ...made, hasAnotherTab: false }));
const scheduler = fc.scheduler();

/** Checks what must hold in every order of events. */
function expectSound({ server, seen }: Portal): void {
  expect(server.faults).toEqual([]);
  expect(seen.wentBack, 'an older pair in the place of a newer one').toBe(false);
  for (const attempts of server.attempts.values()) {
    expect([[true], [false], [false, true]], 'one retry, of what was refused').toContainEqual(attempts);
  }
}

test('rules §3 refresh: however calls and tabs interleave, one refresh for each expiry, and every call is answered', async () => {
  const reached = { lateRefusals: 0, sparedByAnotherTab: 0, newerMeanwhile: 0 };
  const rounds = fc.array(round, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(scheduler, rounds, fc.boolean(), async (order, all, hasLocks) => {
      const portal = openPortal(new ScheduledServer(order), hasLocks);
      const { server } = portal;
      for (const one of all) {
        const answers = await play(portal, order, one);
        const refused = [...server.attempts.values()].filter(([isAccepted]) => !isAccepted).length;
        for (const answer of answers) expect(answer).toBe('answered');
        const isAsked = answers.length > 0 || one.hasAnotherTab;
        if (hasLocks || !one.hasAnotherTab) {
          expect(server.refreshes, 'refreshes of all tabs').toBe(isAsked ? 1 : 0);
        } else {
          expect(server.portalRefreshes, 'refreshes of the portal').toBeLessThanOrEqual(1);
        }
        if (refused > 0 && server.portalRefreshes === 0) reached.sparedByAnotherTab += 1;
        if (server.refreshes === 2) reached.newerMeanwhile += 1;
        expectSound(portal);
      }
      if (hasLocks) expect(server.mostUnderway, 'refreshes at once').toBeLessThanOrEqual(1);
      expect([server.isEnded, portal.seen.ends, currentAlerts()]).toEqual([false, 0, []]);
      reached.lateRefusals += server.lateRefusals;
      portal.close();
    }),
    modelRuns(60),
  );
  for (const [what, count] of Object.entries(reached)) expect(count, what).toBeGreaterThan(0);
});

test('rules §3 refresh: a lost refresh is no expiry, fails each call once, and the next call is answered', async () => {
  const losses = fc.array(fc.constantFrom<Loss>('none', 'request', 'answer'), { maxLength: 8, size: 'max' });
  await fc.assert(
    fc.asyncProperty(scheduler, fc.array(alone, { minLength: 1, maxLength: 3 }), losses, async (order, all, left) => {
      const coming = [...left];
      const portal = openPortal(new ScheduledServer(order, () => coming.shift() ?? 'none'), true);
      const { server } = portal;
      for (const one of all) {
        const answers = await play(portal, order, one);
        for (const answer of answers) expect(['answered', 'GENERIC told']).toContain(answer);
        const unanswered = [...server.attempts.values()].filter((attempts) => !attempts.includes(true));
        expect(answers.filter((answer) => answer === 'GENERIC told')).toHaveLength(unanswered.length);
        expectSound(portal);
      }
      expect(server.mostUnderway, 'refreshes at once').toBeLessThanOrEqual(1);
      expect([server.isEnded, portal.seen.ends]).toEqual([false, 0]);

      coming.length = 0;
      const after = await play(portal, order, { calls: 3, lateCalls: 0, hasAnotherTab: false });
      expect(after).toEqual(['answered', 'answered', 'answered']);
      expect(server.refreshes).toBe(1);
      portal.close();
    }),
    modelRuns(35),
  );
});

test('rules §3 refresh: an end that the server decided fails every call once, and is one expiry and one alert', async () => {
  await fc.assert(
    fc.asyncProperty(scheduler, alone, async (order, one) => {
      const portal = openPortal(new ScheduledServer(order), true);
      portal.server.isEnded = true;
      const answers = await play(portal, order, { ...one, calls: one.calls + 1 });
      for (const answer of answers) expect(['403', '403 told']).toContain(answer);
      expect(answers).toContain('403 told');
      for (const attempts of portal.server.attempts.values()) expect(attempts).toEqual([false]);
      expect([portal.server.refreshes, portal.seen.ends, readTokens()]).toEqual([1, 1, null]);
      expect(currentAlerts()).toHaveLength(1);
      expectSound(portal);
      portal.close();
    }),
    modelRuns(35),
  );
});

test('§4 refresh: whoever signs out at any moment stays signed out, and is told of no expiry', async () => {
  const reached = { duringRefresh: 0 };
  await fc.assert(
    fc.asyncProperty(scheduler, alone, fc.boolean(), async (order, one, isRefused) => {
      const portal = openPortal(new ScheduledServer(order), true);
      const { server } = portal;
      server.isEnded = isRefused;
      const signedOut: string[] = [];
      const signOut = server.onItsWay('a sign-out').then(() => {
        if (!readTokens()) return;
        signedOut.push('by the user');
        if (server.isRefreshing()) reached.duringRefresh += 1;
        clearSessionStorage();
      });
      const answers = await play(portal, order, { ...one, calls: one.calls + 1 });
      await order.waitFor(signOut);
      const untold = ['answered', '403'];
      const allowed = signedOut.length > 0 ? untold : [...untold, '403 told'];
      for (const answer of answers) expect(allowed).toContain(answer);
      expect(readTokens()).toBeNull();
      expect(portal.seen.ends).toBe(1);
      if (signedOut.length > 0) expect(currentAlerts()).toEqual([]);
      expectSound(portal);
      portal.close();
    }),
    modelRuns(75),
  );
  expect(reached.duringRefresh).toBeGreaterThan(0);
});
