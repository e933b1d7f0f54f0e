import type { ErrorDescription } from '#contract/errors.ts';

/** A key of the texts in the namespace `error`. */
type ErrorKey = ErrorDescription | 'attention' | 'status' | 'sessionExpired' | 'GENERIC';

/** A red alert to put up, which can be dismissed; `duration` in ms, null until then. */
export interface AlertRule {
  readonly title?: ErrorKey;
  readonly text: ErrorKey;
  readonly duration: number | null;
  /** Whether the trace id of the answer stands behind the text. */
  readonly isTraced: boolean;
  /** Whether it says after how long to try again, where the server does, beside the text of §8. */
  readonly isTimed?: boolean;
}

/** What is known of a failure when its row is looked for. */
export interface Circumstances {
  /** Absent when no readable answer came. */
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  /** Whether the request carried a token that may be refreshed, and has not been retried yet. */
  readonly mayRefresh?: boolean;
  /** Whether the refresh that it led to was refused. */
  readonly isRefreshRefused?: boolean;
}

/** What happens in some circumstances. */
interface PolicyRow {
  readonly name: string;
  readonly matches: (circumstances: Circumstances) => boolean;
  /**
   * `refresh`: a new token and one more attempt; `expire`: the session is over, and home follows; `return`: the caller
   * gets the error.
   */
  readonly action: 'refresh' | 'expire' | 'return';
  readonly alert: AlertRule | null;
  /** What the caller gets: the server's error, or this description whatever the server named it. */
  readonly returns: 'server error' | ErrorDescription | 'GENERIC';
  /** Whether a list load ends quietly with an empty list (rules §2). */
  readonly emptiesLists: boolean;
}

const LONG_ALERT_MS = 10_000;
const QUIET_STATUSES: readonly (number | undefined)[] = [400, 403, 404, 409];

function isSuccessStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

const unexpected: PolicyRow = {
  name: 'unexpected',
  matches: () => true,
  action: 'return',
  alert: { text: 'GENERIC', duration: null, isTraced: false },
  returns: 'GENERIC',
  emptiesLists: false,
};

/**
 * From status and code to what happens (§8, rules §2). The first row that matches counts; nothing else in the
 * portal interprets a status for the user.
 */
export const errorPolicy: readonly PolicyRow[] = [
  {
    name: 'the voucher is not sufficient',
    matches: ({ status, code }) => status === 412 && code === '5004',
    action: 'return',
    alert: { title: 'attention', text: 'VOUCHER_AMOUNT_NOT_SUFFICIENT', duration: LONG_ALERT_MS, isTraced: false },
    returns: 'VOUCHER_AMOUNT_NOT_SUFFICIENT',
    emptiesLists: false,
  },
  {
    name: 'the token may be too old',
    matches: ({ status, mayRefresh }) => status === 403 && mayRefresh === true,
    action: 'refresh',
    alert: null,
    returns: 'server error',
    emptiesLists: false,
  },
  {
    name: 'the session has ended',
    matches: ({ status, isRefreshRefused }) => status === 403 && isRefreshRefused === true,
    action: 'expire',
    alert: { text: 'sessionExpired', duration: LONG_ALERT_MS, isTraced: false },
    returns: 'server error',
    emptiesLists: true,
  },
  {
    name: 'the caller is told by the server',
    matches: ({ status }) => QUIET_STATUSES.includes(status) || isSuccessStatus(status),
    action: 'return',
    alert: null,
    returns: 'server error',
    emptiesLists: true,
  },
  {
    name: 'too many requests',
    matches: ({ status }) => status === 429,
    action: 'return',
    alert: { title: 'attention', text: 'status', duration: null, isTraced: true, isTimed: true },
    returns: 'server error',
    emptiesLists: false,
  },
  {
    name: 'any other status',
    matches: ({ status }) => status !== undefined,
    action: 'return',
    alert: { title: 'attention', text: 'status', duration: null, isTraced: true },
    returns: 'server error',
    emptiesLists: false,
  },
  unexpected,
];

/** The row for these circumstances. */
export function policyFor(circumstances: Circumstances): PolicyRow {
  return errorPolicy.find(({ matches }) => matches(circumstances)) ?? unexpected;
}

/** Whether a list load that failed with this status ends quietly with an empty list (§8, rules §2). */
export function isQuietForLists(status: number | undefined): boolean {
  return policyFor({ status }).emptiesLists;
}
