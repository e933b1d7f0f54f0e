import type { Id } from '#contract/wire.ts';
import { type ApiError, GENERIC } from './api-error.ts';

/** The response of a check (§3). `txCommandId` 0 means that no check was made. */
export interface Command {
  readonly txCommandId: Id;
  readonly otpRequired: boolean | null;
}

/** §3: the default command of the client. */
export const NO_COMMAND: Command = { txCommandId: 0, otpRequired: null };

/** Why a command did not end. `notDone`: its response was lost, and the server does not know it. */
export type CommandProblem =
  | { readonly kind: 'refused'; readonly refusal: ApiError }
  | { readonly kind: 'notDone' | 'unknown' };

/** A command whose response was lost. `command` is null if it cannot be executed again. */
interface LostCommand {
  readonly key: string;
  readonly command: Command | null;
}

export interface CommandState {
  /** Identifies the target of the command; empty before the first command. */
  readonly key: string;
  readonly activity: 'idle' | 'checking' | 'executing' | 'verifying';
  readonly command: Command;
  readonly dialog: 'pin' | 'confirmation' | null;
  /** Whether the command can still be executed; otherwise a new check is needed. */
  readonly isExecutable: boolean;
  readonly problem: CommandProblem | null;
  /** Commands with a lost response, until they are known to be executed. */
  readonly lost: readonly LostCommand[];
}

/** An event of a command (§4). */
export type CommandEvent =
  | { readonly type: 'checkStarted' | 'executeStarted'; readonly key: string }
  | { readonly type: 'checkPassed'; readonly command: Command }
  | { readonly type: 'checkRefused' | 'executeRefused'; readonly refusal: ApiError }
  /** `isVerifiable`: the server can be asked for the outcome. A retry then repeats the same command, never a new one. */
  | { readonly type: 'answerLost'; readonly isVerifiable: boolean }
  | { readonly type: 'checkStopped' | 'verifyStarted' | 'verifiedNotDone' | 'outcomeUnknown' | 'dialogClosed' | 'done' }
  /** The command was given up. Lost commands stay. */
  | { readonly type: 'dropped' };

export const INITIAL_COMMAND_STATE: CommandState = {
  key: '',
  activity: 'idle',
  command: NO_COMMAND,
  dialog: null,
  isExecutable: false,
  problem: null,
  lost: [],
};

/** Refusals that allow the same command to be tried again. Every other refusal needs a new check (rules §6). */
const LEAVES_COMMAND_ALIVE = new Set([
  'TRANSACTION_WRONG_OTP',
  'INVALID_REQUEST',
  'TOO_MANY_REQUESTS',
  'INTERNAL_ERROR',
  GENERIC,
]);

/** Resets the state, except for its lost commands. */
function reset({ key, lost }: CommandState): CommandState {
  return { ...INITIAL_COMMAND_STATE, key, lost };
}

function stopped(state: CommandState, problem: CommandProblem): CommandState {
  return { ...state, activity: 'idle', problem };
}

export function lostCommand({ lost }: CommandState, key: string): LostCommand | undefined {
  return lost.find((command) => command.key === key);
}

function withLost(state: CommandState, command: Command | null): CommandState {
  const others = state.lost.filter(({ key }) => key !== state.key);
  return { ...state, lost: [...others, { key: state.key, command }] };
}

function refuseExecute(before: CommandState, refusal: ApiError): CommandState {
  const { description, status } = refusal;
  const isExecutable = LEAVES_COMMAND_ALIVE.has(description);
  // An unknown or missing description may mean that a lost command is spent.
  const mayRepeatLost = isExecutable && (description !== GENERIC || status === undefined);
  const isSpent = lostCommand(before, before.key) !== undefined && !mayRepeatLost;
  const state = isSpent ? withLost(before, null) : before;
  if (description === 'VOUCHER_AMOUNT_NOT_SUFFICIENT') {
    return { ...reset(state), problem: refusal.shown ? null : { kind: 'refused', refusal } };
  }
  const dialog = description === 'TRANSACTION_WRONG_OTP' ? 'pin' : state.dialog;
  return { ...stopped(state, { kind: 'refused', refusal }), dialog, isExecutable };
}

/** The next state of a command (§4): check, PIN or yes/no, execution, and verification of a lost response (rules §2). */
export function commandReducer(state: CommandState, event: CommandEvent): CommandState {
  switch (event.type) {
    case 'checkStarted':
      return { ...reset(state), key: event.key, activity: 'checking' };
    case 'checkPassed': {
      const { command } = event;
      // Every execution needs one of the two dialogs (rules §6).
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
      if (!event.isVerifiable) return { ...reset(withLost(state, null)), problem: { kind: 'unknown' } };
      return { ...withLost(state, state.command), activity: 'verifying', problem: null };
    case 'verifyStarted':
      return { ...state, activity: 'verifying', problem: null };
    case 'verifiedNotDone':
      return stopped(state, { kind: 'notDone' });
    case 'outcomeUnknown':
      return stopped(state, { kind: 'unknown' });
    case 'dialogClosed':
      if (state.activity !== 'idle') return state;
      // The problem of an unknown outcome stays on the screen.
      return { ...reset(state), problem: state.problem?.kind === 'unknown' ? state.problem : null };
    case 'done':
      return { ...reset(state), lost: state.lost.filter(({ key }) => key !== state.key) };
  }
}
