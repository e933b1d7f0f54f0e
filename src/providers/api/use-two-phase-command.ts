import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import type { TxCommand } from '#contract/calls/carts.ts';
import type { Id } from '#contract/wire.ts';
import { useNotify } from '../notifications/use-notify.ts';
import { putOffEnd } from '../session/idle-time.ts';
import { useCancellableWait, useIsMounted, useSingleFlight } from '../timing.ts';
import { ApiError, GENERIC, isOutcomeUnknown, lockRefusal, toApiError } from './api-error.ts';
import type { CallOptions } from './call-api.ts';
import {
  type Command,
  type CommandEvent,
  type CommandProblem,
  commandReducer,
  type CommandState,
  INITIAL_COMMAND_STATE,
  lostCommand,
} from './command-reducer.ts';

/** The outcome of a command with a lost response (rules §2). `notDone`: as far as the server knows. */
export type Outcome<T> = { readonly kind: 'done'; readonly result: T } | { readonly kind: 'notDone' | 'unknown' };

/** The response of a verification: the result, no result yet, or no result ever. */
export type Verification<T> = { readonly result: T } | 'pending' | 'never';

/**
 * The pauses before the attempts, in ms. The lost request may still arrive after the first one, so 'not done' must be
 * repeated to be believed.
 */
const REPEATED: readonly number[] = [0, 500, 1500, 4000];
/** For a verification that the user starts: the command has had enough time. */
const ONCE: readonly number[] = [0];

interface VerifyOptions {
  /** Whether the question is repeated several times. */
  readonly isRepeated: boolean;
  /** Stops the verification; the outcome is then unknown. */
  readonly signal: AbortSignal;
}

/**
 * Waits for some ms, or until the signal aborts. Not `sleep`: a browser slows the timers of a hidden page down to one a
 * minute, and a purchase must be verified there too.
 */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0 || signal.aborted) return;
  const over = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  await new Promise<void>((resolve) => {
    over.addEventListener('abort', () => resolve());
  });
}

/** Whether the server refuses the verification, so that a retry is useless. */
export function isRefused(error: unknown): boolean {
  const { status = 0 } = toApiError(error);
  return status >= 400 && status < 500;
}

/**
 * Verifies the outcome of a command with a lost response. It only reads and never repeats the command. Never rejects.
 * @param readOutcome reads the outcome; throws if the server does not answer
 */
export async function verifyOutcome<T>(
  readOutcome: () => Promise<Verification<T>>,
  { isRepeated, signal }: VerifyOptions,
): Promise<Outcome<T>> {
  let kind: 'notDone' | 'unknown' = 'unknown';
  for (const ms of isRepeated ? REPEATED : ONCE) {
    await pause(ms, signal);
    if (signal.aborted) return { kind: 'unknown' };
    try {
      const found = await readOutcome();
      if (found === 'never') return { kind: 'notDone' };
      if (found !== 'pending') return { kind: 'done', result: found.result };
      kind = 'notDone';
    } catch (error) {
      kind = 'unknown';
      if (isRefused(error)) break;
    }
  }
  return { kind };
}

const ALREADY_EXECUTED = 'TRANSACTION_ALREADY_EXECUTED';
/** Of a command that may have been executed: it arrived twice, another tab was faster, or the reason was lost. */
const MAY_HIDE_RESULT: ReadonlySet<string> = new Set([ALREADY_EXECUTED, GENERIC]);

/** The request to execute; `otp` is undefined for a confirmation without PIN (§7). */
interface Execution {
  readonly txCommandId: Id;
  readonly otp: string | undefined;
}

type ExecuteOptions = Pick<CallOptions, 'alerts' | 'signal'>;

interface Question extends VerifyOptions {
  /** Whether the response was lost; otherwise the command was refused, or is not checked yet. */
  readonly isLost: boolean;
}

/** The calls and callbacks of one command. `Target` is the object of the command, `Result` its result. */
export interface TwoPhaseCommand<Target, Result> {
  readonly keyOf: (target: Target) => string;
  /** Undefined if the API executes without a check. */
  readonly check?: (target: Target, signal: AbortSignal) => Promise<TxCommand>;
  /**
   * Reads anew, after the check and before anybody is asked, what the user saw some time ago. Throws ApiError if it is
   * different or cannot be read; nobody is asked then.
   */
  readonly readAgain?: (target: Target, signal: AbortSignal) => Promise<void>;
  readonly execute: (target: Target, execution: Execution, options: ExecuteOptions) => Promise<Result>;
  /** Reads the outcome from the server without changing anything. Throws if the server does not answer. */
  readonly find: (target: Target, question: Question) => Promise<Verification<Result>>;
  /** Whether a lost response cannot be verified; a new check follows instead. */
  readonly isUnverifiable?: boolean;
  /** Refusals of a command that may have been executed. Default: those of a command executed twice. */
  readonly mayHideResult?: ReadonlySet<string>;
  readonly onExecute?: (target: Target, txCommandId: Id) => void;
  /**
   * Nothing waits for what it starts, for example a reload: the next command may begin at once.
   * @param how 'answered' by the response, or 'found' by a verification after a lost response
   */
  readonly onDone: (target: Target, result: Result, how: 'answered' | 'found') => void;
  /** Like `onDone`, after a refused check. */
  readonly onCheckRefused?: (target: Target, refusal: ApiError) => void;
  /** Called before a problem is shown, which waits for it. */
  readonly onProblem?: (target: Target, problem: CommandProblem) => Promise<void> | void;
  /** Shows a problem after the user has left the screen. Without it the verification stops then. */
  readonly onProblemElsewhere?: (target: Target, problem: CommandProblem) => void;
  /** Called when the execution has ended, with or without success. */
  readonly onSettled?: (target: Target) => void;
}

const EVENT_OF = { notDone: 'verifiedNotDone', unknown: 'outcomeUnknown' } as const;

/**
 * Runs a two-phase command (§4): check, execution, and verification after a lost response. Such an execution is never
 * simply repeated (rules §2, §6). No function rejects: every result shows in the state. Requests go on when the user
 * leaves the screen. A check, execute or verify does nothing while another one is running.
 * @param kept the state and its dispatch, if the state must outlive the component; by default the hook keeps it
 */
export function useTwoPhaseCommand<Target, Result>(
  definition: TwoPhaseCommand<Target, Result>,
  kept?: readonly [state: CommandState, dispatch: (event: CommandEvent) => void],
) {
  const own = useReducer(commandReducer, INITIAL_COMMAND_STATE);
  const [state, dispatch] = kept ?? own;
  const { keyOf, isUnverifiable = false, mayHideResult = MAY_HIDE_RESULT, onProblemElsewhere } = definition;
  const { notifyError } = useNotify();
  const once = useSingleFlight();
  const isMounted = useIsMounted();
  const executing = useCancellableWait();
  /** Of the requests that change nothing: the check, and a verification. */
  const reading = useCancellableWait();
  /** The server's refusal of a command with an unknown outcome. */
  const unreportedRefusal = useRef<ApiError | null>(null);
  /** When the user leaves the screen, stops a verification that nothing else would report. */
  const leave = useEffectEvent(() => {
    if (!onProblemElsewhere) reading.stop();
  });
  useEffect(() => {
    return () => leave();
  }, []);
  const isUnderway = state.activity === 'executing' || state.activity === 'verifying';
  // The browser asks before it closes or reloads the page during a command.
  useEffect(() => {
    if (!isUnderway) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnderway]);

  function finish(target: Target, result: Result, how: 'answered' | 'found'): void {
    unreportedRefusal.current = null;
    dispatch({ type: 'done' });
    definition.onDone(target, result, how);
  }

  async function tell(target: Target, problem: CommandProblem): Promise<void> {
    await definition.onProblem?.(target, problem);
    if (!isMounted.current && onProblemElsewhere) onProblemElsewhere(target, problem);
    else if (problem.kind === 'refused') dispatch({ type: 'executeRefused', refusal: problem.refusal });
    else dispatch({ type: EVENT_OF[problem.kind] });
  }

  async function find(target: Target, how: Omit<Question, 'signal'>): Promise<Outcome<Result>['kind']> {
    const signal = reading.begin();
    const outcome = await verifyOutcome(() => definition.find(target, { ...how, signal }), { ...how, signal });
    if (outcome.kind === 'done') finish(target, outcome.result, 'found');
    return outcome.kind;
  }

  async function settle(target: Target, isRepeated: boolean): Promise<void> {
    const kind = await find(target, { isLost: true, isRepeated });
    if (kind === 'done') return;
    await tell(target, { kind });
    if (kind === 'notDone' && unreportedRefusal.current) {
      notifyError(unreportedRefusal.current);
      unreportedRefusal.current = null;
    }
  }

  async function settleLost(target: Target, failure: ApiError): Promise<void> {
    dispatch({ type: 'answerLost', isVerifiable: !isUnverifiable });
    const isAnswered = failure.status !== undefined;
    if (isUnverifiable) {
      if (isAnswered) notifyError(failure);
      return;
    }
    if (!isMounted.current && !onProblemElsewhere) return;
    unreportedRefusal.current = isAnswered ? failure : null;
    await settle(target, true);
  }

  async function settleRefusal(target: Target, refusal: ApiError, wasLost: boolean): Promise<void> {
    if (!isUnverifiable && (wasLost || mayHideResult.has(refusal.description))) {
      dispatch({ type: 'verifyStarted' });
      const kind = await find(target, { isLost: false, isRepeated: false });
      if (kind === 'done') return;
      // Another screen would report it as refused, which is not certain. A dialog shows the server's reason.
      const isShownElsewhere = !isMounted.current && onProblemElsewhere !== undefined && !refusal.shown;
      if (kind === 'unknown' && (wasLost || refusal.description === ALREADY_EXECUTED || isShownElsewhere)) {
        dispatch({ type: 'answerLost', isVerifiable: true });
        await tell(target, { kind });
        return;
      }
    }
    await tell(target, { kind: 'refused', refusal });
  }

  async function send(target: Target, execution: Execution, wasLost: boolean): Promise<void> {
    const signal = executing.begin();
    // After a lost response the meaning of a refusal is known only after a verification.
    const alerts = wasLost ? 'expiry-only' : 'unless-lost';
    let result: Result;
    try {
      result = await definition.execute(target, execution, { alerts, signal });
    } catch (error) {
      const failure = signal.aborted ? new ApiError({ lost: true }) : toApiError(error);
      if (isOutcomeUnknown(failure)) await settleLost(target, failure);
      else await settleRefusal(target, failure, wasLost);
      return;
    }
    finish(target, result, 'answered');
  }

  async function execute(target: Target, otp?: string): Promise<void> {
    const key = keyOf(target);
    const wasLost = !isUnverifiable && lostCommand(state, key) !== undefined;
    dispatch({ type: 'executeStarted', key });
    definition.onExecute?.(target, state.command.txCommandId);
    await send(target, { txCommandId: state.command.txCommandId, otp }, wasLost);
    definition.onSettled?.(target);
  }

  async function refuseCheck(target: Target, refusal: ApiError, wasLost: boolean): Promise<void> {
    if (wasLost && isUnverifiable && isOutcomeUnknown(refusal)) {
      dispatch({ type: 'outcomeUnknown' });
      return;
    }
    const mayBeDone = refusal.description === ALREADY_EXECUTED;
    if (mayBeDone && (await find(target, { isLost: false, isRepeated: false })) === 'done') return;
    dispatch({ type: 'checkRefused', refusal });
    definition.onCheckRefused?.(target, refusal);
  }

  async function requestCheck(target: Target, signal: AbortSignal): Promise<Command | null> {
    const answer = await definition.check?.(target, signal);
    const refusal = lockRefusal(answer?.lockedUntil);
    // Nobody is asked for a PIN that would be refused.
    if (refusal) throw refusal;
    return answer ? { txCommandId: answer.txCommandId, otpRequired: answer.otpRequired ?? null } : null;
  }

  async function check(target: Target): Promise<void> {
    const key = keyOf(target);
    const lost = lostCommand(state, key);
    dispatch({ type: 'checkStarted', key });
    if (lost) {
      const kind = await find(target, { isLost: true, isRepeated: false });
      if (kind === 'unknown') {
        if (lost.command) dispatch({ type: 'checkPassed', command: lost.command });
        dispatch({ type: 'outcomeUnknown' });
      }
      if (kind !== 'notDone') return;
    }
    const signal = reading.begin();
    try {
      // Repeats the command of a lost response instead of a new one: it is executed at most once (rules §6).
      const command = lost?.command ?? (await requestCheck(target, signal));
      if (!command) return;
      await definition.readAgain?.(target, signal);
      dispatch({ type: 'checkPassed', command });
    } catch (error) {
      if (signal.aborted) dispatch({ type: 'checkStopped' });
      else await refuseCheck(target, toApiError(error), lost !== undefined);
    }
  }

  async function verify(target: Target): Promise<void> {
    dispatch({ type: 'verifyStarted' });
    await settle(target, false);
  }

  return {
    state,
    /** Runs the check and opens the dialog that it asks for. After a lost response it verifies the outcome first. */
    check: (target: Target) => once(() => check(target)),
    execute: (target: Target, otp?: string) => once(() => putOffEnd(() => execute(target, otp))),
    /** Verifies the outcome once more. */
    verify: (target: Target) => once(() => putOffEnd(() => verify(target))),
    /** Stops waiting for the running request. An interrupted execution is then verified. */
    stopWaiting: () => {
      executing.stop();
      reading.stop();
    },
    /** Closes the dialog. The problem of an unknown outcome stays. */
    close: () => dispatch({ type: 'dialogClosed' }),
    /** Gives the command up, with its problem. */
    drop: () => dispatch({ type: 'dropped' }),
  };
}

/** The state of a command and its actions. */
export type CommandRun<Target> = ReturnType<typeof useTwoPhaseCommand<Target, unknown>>;
