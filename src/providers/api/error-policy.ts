import type { ErrorDescription } from '#contract/errors.ts';

/** A text key in the namespace `error`. */
type ErrorKey = ErrorDescription | 'attention' | 'status' | 'sessionExpired' | 'GENERIC';

/** A red alert that can be dismissed; `duration` in ms, null until dismissed. */
export interface AlertRule {
  readonly title?: ErrorKey;
  readonly text: ErrorKey;
  readonly duration: number | null;
  /** Whether the text ends with the trace id of the response. */
  readonly isTraced?: boolean;
  /** Whether the text includes the time to wait, if the server sends it, beside the text of §8. */
  readonly isTimed?: boolean;
}

/** What selects a row. */
export interface FailureCase {
  /** Undefined without a readable response. */
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  /** Whether the request had a token that may be refreshed and was not repeated yet. */
  readonly mayRefresh?: boolean;
  /** Whether the refresh was refused. */
  readonly isRefreshRefused?: boolean;
}

/** The reaction to a failure. */
interface PolicyRow {
  readonly name: string;
  readonly matches: (failure: FailureCase) => boolean;
  /** Whether the portal gets a new token and repeats the call once. */
  readonly refreshes?: true;
  readonly alert: AlertRule | null;
  /** The caller's error: the server's, or this description instead. */
  readonly returns: 'server error' | ErrorDescription | 'GENERIC';
  /** Whether what fails to load in this way is shown as empty (rules §2). */
  readonly isQuiet?: boolean;
}

const LONG_ALERT_MS = 10_000;
const QUIET_STATUSES: readonly (number | undefined)[] = [400, 403, 404, 409];

function isSuccessStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

const unexpected: PolicyRow = {
  name: 'unexpected',
  matches: () => true,
  alert: { text: 'GENERIC', duration: null },
  returns: 'GENERIC',
};

/**
 * The reaction to status and code (§8, rules §2). The first matching row counts. Nothing else in the portal interprets
 * a status for the user.
 */
export const errorPolicy: readonly PolicyRow[] = [
  {
    name: 'the voucher is not sufficient',
    matches: ({ status, code }) => status === 412 && code === '5004',
    alert: { title: 'attention', text: 'VOUCHER_AMOUNT_NOT_SUFFICIENT', duration: LONG_ALERT_MS },
    returns: 'VOUCHER_AMOUNT_NOT_SUFFICIENT',
  },
  {
    name: 'the token may be too old',
    matches: ({ status, mayRefresh }) => status === 403 && mayRefresh === true,
    refreshes: true,
    alert: null,
    returns: 'server error',
  },
  {
    name: 'the session has ended',
    matches: ({ status, isRefreshRefused }) => status === 403 && isRefreshRefused === true,
    alert: { text: 'sessionExpired', duration: LONG_ALERT_MS },
    returns: 'server error',
    isQuiet: true,
  },
  {
    name: 'the caller is told by the server',
    matches: ({ status }) => QUIET_STATUSES.includes(status) || isSuccessStatus(status),
    alert: null,
    returns: 'server error',
    isQuiet: true,
  },
  {
    name: 'too many requests',
    matches: ({ status }) => status === 429,
    alert: { title: 'attention', text: 'status', duration: null, isTraced: true, isTimed: true },
    returns: 'server error',
  },
  {
    name: 'any other status',
    matches: ({ status }) => status !== undefined,
    alert: { title: 'attention', text: 'status', duration: null, isTraced: true },
    returns: 'server error',
  },
  unexpected,
];

export function policyFor(failure: FailureCase): PolicyRow {
  return errorPolicy.find(({ matches }) => matches(failure)) ?? unexpected;
}

/** Whether what fails to load with this status is shown as empty (§8, rules §2). */
export function isQuietStatus(status: number | undefined): boolean {
  return policyFor({ status }).isQuiet === true;
}
