import type fc from 'fast-check';
import type { Tokens } from '#contract/calls/authentication.ts';
import { readTokens } from '#src/providers/session/tokens.ts';

/** Whether a refresh or its response is lost. */
export type Loss = 'none' | 'request' | 'answer';

const REFRESH = '/api/v1/auth/token';
const cart = { cartId: 1, items: [], residualAmount: 10.5, voucherInitialAmount: 110 };

/** The number of a token of the server: `access-7` is 7. */
export function numberOf(token: string): number {
  return Number(token.split('-')[1]);
}

/**
 * The server of rules §3 behind `fetch`: it exchanges the newest refresh token for its successor and the one before for
 * the same successor, and an older one ends the session family. Requests and responses arrive in the scheduler's order.
 */
export class ScheduledServer {
  /** Whether each attempt was accepted, by path. */
  readonly attempts = new Map<string, boolean[]>();
  /** What no portal may do. */
  readonly faults: string[] = [];
  /** The number of refreshes by the portal, and by all tabs. */
  portalRefreshes = 0;
  refreshes = 0;
  mostUnderway = 0;
  /** The number of refusals that arrived when the portal had a newer pair. */
  lateRefusals = 0;
  isEnded = false;

  #newest = 1;
  #issued = 0;
  #underway = 0;
  #accepted = new Set<string>();
  readonly #scheduler: fc.Scheduler;
  readonly #nextLoss: () => Loss;

  constructor(scheduler: fc.Scheduler, nextLoss: () => Loss = () => 'none') {
    this.#scheduler = scheduler;
    this.#nextLoss = nextLoss;
  }

  issue(): Tokens {
    this.#issued += 1;
    const accessToken = `access-${this.#issued}`;
    this.#accepted.add(accessToken);
    return { accessToken, refreshToken: `refresh-${this.#newest}` };
  }

  accepts(accessToken: string): boolean {
    return !this.isEnded && this.#accepted.has(accessToken);
  }

  /** Expires all access tokens. */
  age(): void {
    this.#accepted = new Set();
  }

  isRefreshing(): boolean {
    return this.#underway > 0;
  }

  onItsWay(what: string): Promise<unknown> {
    return this.#scheduler.schedule(Promise.resolve(), what);
  }

  /** Exchanges a refresh token; null if it is refused. */
  async refresh(refreshToken: string): Promise<Tokens | null> {
    this.refreshes += 1;
    this.#underway += 1;
    this.mostUnderway = Math.max(this.mostUnderway, this.#underway);
    const loss = this.#nextLoss();
    try {
      await this.onItsWay('a refresh to the server');
      if (loss === 'request') throw new TypeError('no answer');
      const tokens = this.#exchange(numberOf(refreshToken));
      await this.onItsWay('its answer');
      if (loss === 'answer') throw new TypeError('no answer');
      return tokens;
    } finally {
      this.#underway -= 1;
    }
  }

  /** Replaces the portal's `fetch`. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    return pathname === REFRESH
      ? this.#answerRefresh(new URLSearchParams(await request.text()))
      : this.#answer(pathname, request.headers.get('authorization')?.replace('Bearer ', ''));
  };

  #exchange(number: number): Tokens | null {
    if (number < this.#newest - 1) this.isEnded = true;
    if (this.isEnded) return null;
    if (number === this.#newest) this.#newest += 1;
    return this.issue();
  }

  async #answerRefresh(form: URLSearchParams): Promise<Response> {
    this.portalRefreshes += 1;
    const refreshToken = form.get('refresh_token') ?? '';
    if (refreshToken !== readTokens()?.refreshToken) this.faults.push(`${refreshToken} was sent, which is not held`);
    const auth = await this.refresh(refreshToken);
    return auth ? respond(200, { data: { auth } }) : respond(403, {});
  }

  async #answer(path: string, token: string | undefined): Promise<Response> {
    if (token !== readTokens()?.accessToken) this.faults.push(`${token} was sent, which is not held`);
    await this.onItsWay('a request');
    const isAccepted = token !== undefined && this.accepts(token);
    this.attempts.set(path, [...(this.attempts.get(path) ?? []), isAccepted]);
    await this.onItsWay('the answer to a request');
    const held = readTokens();
    if (!isAccepted && held && held.accessToken !== token) this.lateRefusals += 1;
    return isAccepted ? respond(200, { data: { cart } }) : respond(403, {});
  }
}

function respond(status: number, body: object): Response {
  return Response.json(body, { status });
}
