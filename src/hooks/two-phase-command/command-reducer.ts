import type { Id } from '#contract/wire.ts';
import { type ApiError, GENERIC } from '#src/providers/http/api-error.ts';

/** The command that a check answered (§3): nothing has been asked while `txCommandId` is 0. */
export interface Command {
  readonly txCommandId: Id;
  readonly otpRequired: boolean | null;
}

/** §3: the defaults of a command on the client. */
export const NO_COMMAND: Command = { txCommandId: 0, otpRequired: null };

/**
 * What stands between the assistant and the end of a command: a refusal by the server; a lost answer to a command that
 * the server was asked about and does not know; or one about which nobody knows.
 */
export type CommandProblem =
  | { readonly kind: 'refused'; readonly refusal: ApiError }
  | { readonly kind: 'notDone' }
  | { readonly kind: 'unknown' };

/** A command whose answer was lost, and that may still be executed; none once it is spent, or cannot be repeated. */
interface LostCommand {
  readonly key: string;
  readonly command: Command | null;
}

export interface CommandState {
  /** Names what the command is about; empty before the first. */
  readonly key: string;
  readonly activity: 'idle' | 'checking' | 'executing' | 'verifying';
  readonly command: Command;
  readonly dialog: 'pin' | 'confirmation' | null;
  /** Whether the command can still be executed; a spent one needs a new check. */
  readonly isExecutable: boolean;
  readonly problem: CommandProblem | null;
  /** Whose answer was lost, until it is known that they were carried out. */
  readonly lost: readonly LostCommand[];
}

/** What may happen to a command (§4). */
export type CommandEvent =
  | { readonly type: 'checkStarted'; readonly key: string }
  | { readonly type: 'checkPassed'; readonly command: Command }
  | { readonly type: 'checkRefused'; readonly refusal: ApiError }
  | { readonly type: 'checkStopped' }
  | { readonly type: 'executeStarted'; readonly key: string }
  | { readonly type: 'executeRefused'; readonly refusal: ApiError }
  /** `isVerifiable`: the server can be asked what became of it; then the same command is tried again, never a new one. */
  | { readonly type: 'answerLost'; readonly isVerifiable: boolean }
  | { readonly type: 'verifyStarted' }
  | { readonly type: 'verifiedNotDone' }
  | { readonly type: 'outcomeUnknown' }
  | { readonly type: 'dialogClosed' }
  /** Given up; what was lost stays lost. */
  | { readonly type: 'dropped' }
  | { readonly type: 'done' };

export const NOTHING_ASKED: CommandState = {
  key: '',
  activity: 'idle',
  command: NO_COMMAND,
  dialog: null,
  isExecutable: false,
  problem: null,
  lost: [],
};

/** Refusals after which the same command may be tried again; after any other a new check is needed (rules §6). */
const LEAVES_COMMAND_ALIVE = new Set([
  'TRANSACTION_WRONG_OTP',
  'INVALID_REQUEST',
  'TOO_MANY_REQUESTS',
  'INTERNAL_ERROR',
  GENERIC,
]);

/** Forgets what was asked, but not what was lost. */
function reset({ key, lost }: CommandState): CommandState {
  return { ...NOTHING_ASKED, key, lost };
}

function stopped(state: CommandState, problem: CommandProblem): CommandState {
  return { ...state, activity: 'idle', problem };
}

/** What is known of the lost answer about this key; absent where none was lost. */
export function lostCommand({ lost }: CommandState, key: string): LostCommand | undefined {
  return lost.find((command) => command.key === key);
}

function withLost(state: CommandState, command: Command | null): CommandState {
  const others = state.lost.filter(({ key }) => key !== state.key);
  return { ...state, lost: [...others, { key: state.key, command }] };
}

/** A server that refuses in words of its own, or in none, may mean that the command is spent. */
function mayRepeatLost({ description, status }: ApiError): boolean {
  return LEAVES_COMMAND_ALIVE.has(description) && (description !== GENERIC || status === undefined);
}

function refuseExecute(before: CommandState, refusal: ApiError): CommandState {
  const isSpent = lostCommand(before, before.key) !== undefined && !mayRepeatLost(refusal);
  const state = isSpent ? withLost(before, null) : before;
  if (refusal.description === 'VOUCHER_AMOUNT_NOT_SUFFICIENT') {
    return { ...reset(state), problem: refusal.shown ? null : { kind: 'refused', refusal } };
  }
  const dialog = refusal.description === 'TRANSACTION_WRONG_OTP' ? 'pin' : state.dialog;
  const isExecutable = LEAVES_COMMAND_ALIVE.has(refusal.description);
  return { ...stopped(state, { kind: 'refused', refusal }), dialog, isExecutable };
}

function loseAnswer(state: CommandState, isVerifiable: boolean): CommandState {
  if (!isVerifiable) return { ...reset(withLost(state, null)), problem: { kind: 'unknown' } };
  return { ...withLost(state, state.command), activity: 'verifying', problem: null };
}

/** While nobody knows what became of the command, closing the dialog leaves the question where it is. */
function closeDialog(state: CommandState): CommandState {
  if (state.activity !== 'idle') return state;
  return { ...reset(state), problem: state.problem?.kind === 'unknown' ? state.problem : null };
}

/**
 * A command in its two phases (§4): check, PIN or yes/no, execution; a lost answer and what became of it (rules §2).
 * Pure: the state after an event.
 */
export function commandReducer(state: CommandState, event: CommandEvent): CommandState {
  switch (event.type) {
    case 'checkStarted':
      return { ...reset(state), key: event.key, activity: 'checking' };
    case 'checkPassed': {
      const { command } = event;
      // Nothing is ever executed without one of the two (rules §6).
      const dialog = command.otpRequired === true ? 'pin' : 'confirmation';
      return { ...state, activity: 'idle', command, isExecutable: true, dialog };
    }
    case 'checkRefused':
      return stopped(state, { kind: 'refused', refusal: event.refusal });
    case 'checkStopped':
    case 'dropped':
      return reset(state);
    case 'executeStarted':
      return { ...state, key: event.key, activity: 'executing', problem: null };
    case 'executeRefused':
      return refuseExecute(state, event.refusal);
    case 'answerLost':
      return loseAnswer(state, event.isVerifiable);
    case 'verifyStarted':
      return { ...state, activity: 'verifying', problem: null };
    case 'verifiedNotDone':
      return stopped(state, { kind: 'notDone' });
    case 'outcomeUnknown':
      return stopped(state, { kind: 'unknown' });
    case 'dialogClosed':
      return closeDialog(state);
    case 'done':
      return { ...reset(state), lost: state.lost.filter(({ key }) => key !== state.key) };
  }
}
