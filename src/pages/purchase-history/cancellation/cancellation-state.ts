import type { Purchase } from '#contract/entities/purchase.ts';
import type { Id } from '#contract/wire.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';

/** A purchase to cancel, and where it stands in the list. */
export interface CancellationTarget {
  readonly purchase: Purchase;
  /** So many of the newest purchases in the list are sure to hold it. */
  readonly within: number;
}

/**
 * What stands between the assistant and the storno: a refusal by the server, a lost answer about which the history
 * says that nothing was cancelled, or one about which nobody answers.
 */
export type CancellationObstacle =
  | { readonly kind: 'refused'; readonly refusal: ApiError }
  | { readonly kind: 'notCancelled' }
  | { readonly kind: 'inDoubt' };

export interface CancellationState {
  /** What is being cancelled, or was last: a dialog that fades out still names it. */
  readonly target: CancellationTarget | null;
  readonly activity: 'idle' | 'checking' | 'executing' | 'verifying';
  /** 0 until the check has answered (§3). */
  readonly txCommandId: Id;
  readonly dialog: 'code' | 'confirmation' | null;
  /** Whether the command can still be executed; a spent one needs a new check. */
  readonly commandAlive: boolean;
  /** Whether the answer to an execution was lost: then what the list shows may be old (decisions §2). */
  readonly answerLost: boolean;
  readonly obstacle: CancellationObstacle | null;
}

export type CancellationEvent =
  | { readonly type: 'checkStarted'; readonly target: CancellationTarget }
  | { readonly type: 'checkPassed'; readonly txCommandId: Id; readonly needsCode: boolean }
  | { readonly type: 'executeStarted' }
  | { readonly type: 'executeRefused'; readonly refusal: ApiError }
  | { readonly type: 'answerLost' }
  | { readonly type: 'outcomeAsked' }
  | { readonly type: 'outcomeNotCancelled' }
  | { readonly type: 'outcomeUnknown' }
  | { readonly type: 'ended' };

/** How an execution ends that did not simply succeed. */
export type CancellationEnding = Extract<
  CancellationEvent,
  { readonly type: 'executeRefused' | 'outcomeNotCancelled' | 'outcomeUnknown' }
>;

export const NO_CANCELLATION: CancellationState = {
  target: null,
  activity: 'idle',
  txCommandId: 0,
  dialog: null,
  commandAlive: false,
  answerLost: false,
  obstacle: null,
};

/** Refusals after which the same command may be tried again; after any other a new check is needed (decisions §6). */
const LEAVES_COMMAND_ALIVE = new Set(['TRANSACTION_WRONG_OTP', 'INVALID_REQUEST', 'TOO_MANY_REQUESTS', 'GENERIC']);

function refuseExecute(state: CancellationState, refusal: ApiError): CancellationState {
  const isCodeMissing = refusal.description === 'TRANSACTION_WRONG_OTP' && state.dialog !== 'code';
  if (isCodeMissing) return { ...state, activity: 'idle', dialog: 'code' };
  const commandAlive = LEAVES_COMMAND_ALIVE.has(refusal.description);
  return { ...state, activity: 'idle', commandAlive, obstacle: { kind: 'refused', refusal } };
}

/** A storno (§4): check, code or yes/no, execution. Pure: the state after an event. */
export function cancellationReducer(state: CancellationState, event: CancellationEvent): CancellationState {
  switch (event.type) {
    case 'checkStarted':
      return { ...NO_CANCELLATION, target: event.target, activity: 'checking' };
    case 'checkPassed': {
      const dialog = event.needsCode ? 'code' : 'confirmation';
      return { ...state, activity: 'idle', txCommandId: event.txCommandId, commandAlive: true, dialog };
    }
    case 'executeStarted':
      return { ...state, activity: 'executing', obstacle: null };
    case 'executeRefused':
      return refuseExecute(state, event.refusal);
    case 'answerLost':
      return { ...state, answerLost: true };
    case 'outcomeAsked':
      return { ...state, activity: 'verifying', obstacle: null };
    case 'outcomeNotCancelled':
      return { ...state, activity: 'idle', obstacle: { kind: 'notCancelled' } };
    case 'outcomeUnknown':
      return { ...state, activity: 'idle', obstacle: { kind: 'inDoubt' } };
    case 'ended':
      return { ...NO_CANCELLATION, target: state.target };
  }
}
