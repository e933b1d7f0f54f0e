import type { ErrorDescription } from '#contract/errors.ts';

/** A key of the texts in the namespace `error`. */
type ErrorKey = ErrorDescription | 'attention' | 'status' | 'GENERIC';

/** An alert to put up; `duration` in ms, null until dismissed. */
export interface AlertRule {
  readonly title: ErrorKey;
  readonly text: ErrorKey;
  readonly duration: number | null;
}

/** What is known of a failure when its row is looked for. `status` is absent when no readable answer came. */
interface Circumstances {
  readonly status: number | undefined;
  readonly code: string | undefined;
  /** Whether the request carried a token that may be refreshed, and has not been retried yet. */
  readonly mayRefresh: boolean;
}

/** What happens in some circumstances. */
interface PolicyRow {
  readonly name: string;
  readonly matches: (circumstances: Circumstances) => boolean;
  /** `refresh`: a new token and one more attempt; `return`: the caller gets the error. */
  readonly action: 'refresh' | 'return';
  readonly alert: AlertRule | null;
  /** What the caller is told, whatever the server named it. */
  readonly description?: ErrorDescription | 'GENERIC';
}

const VOUCHER_ALERT_MS = 10_000;
const QUIET_STATUSES: readonly (number | undefined)[] = [400, 403, 404, 409];

function isSuccessStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

const unexpected: PolicyRow = {
  name: 'unexpected',
  matches: () => true,
  action: 'return',
  alert: { title: 'attention', text: 'GENERIC', duration: null },
  description: 'GENERIC',
};

/**
 * From status and code to what happens (§8, decisions §2). The first row that matches counts; nothing else in the
 * portal interprets a status for the user.
 */
export const errorPolicy: readonly PolicyRow[] = [
  {
    name: 'the voucher is not sufficient',
    matches: ({ status, code }) => status === 412 && code === '5004',
    action: 'return',
    alert: { title: 'attention', text: 'VOUCHER_AMOUNT_NOT_SUFFICIENT', duration: VOUCHER_ALERT_MS },
    description: 'VOUCHER_AMOUNT_NOT_SUFFICIENT',
  },
  {
    name: 'the token may be too old',
    matches: ({ status, mayRefresh }) => status === 403 && mayRefresh,
    action: 'refresh',
    alert: null,
  },
  {
    name: 'the caller is told by the server',
    matches: ({ status }) => QUIET_STATUSES.includes(status) || isSuccessStatus(status),
    action: 'return',
    alert: null,
  },
  {
    name: 'any other status',
    matches: ({ status }) => status !== undefined,
    action: 'return',
    alert: { title: 'attention', text: 'status', duration: null },
  },
  unexpected,
];

/** The row for these circumstances. */
export function policyFor(circumstances: Circumstances): PolicyRow {
  return errorPolicy.find(({ matches }) => matches(circumstances)) ?? unexpected;
}

/** Whether a list load ends quietly with an empty list (§8, decisions §2). */
export function isQuietForLists(status: number | undefined): boolean {
  return QUIET_STATUSES.includes(status) || isSuccessStatus(status);
}
