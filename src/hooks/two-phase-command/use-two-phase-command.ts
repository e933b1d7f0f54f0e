import { useEffect, useEffectEvent, useRef } from 'react';
import type { TxCommand } from '#contract/entities/tx-command.ts';
import type { Id } from '#contract/wire.ts';
import { ApiError, GENERIC, isOutcomeUnknown, toApiError } from '#src/providers/http/api-error.ts';
import type { CallOptions } from '#src/providers/http/call-api.ts';
import { useCancellableWait } from '../use-cancellable-wait.ts';
import { useIsMounted } from '../use-is-mounted.ts';
import { useNotify } from '../use-notify.ts';
import { useSingleFlight } from '../use-single-flight.ts';
import {
  type Command,
  type CommandEvent,
  type CommandProblem,
  type CommandState,
  lostCommand,
} from './command-reducer.ts';
import { type Finding, type Outcome, verifyOutcome } from './verify-outcome.ts';

const ALREADY_EXECUTED = 'TRANSACTION_ALREADY_EXECUTED';

/**
 * Refusals behind which the command may hide although no answer was lost here: the request arrived twice, another tab
 * was faster, or the reason of the refusal was lost on the way.
 */
const MAY_HIDE_RESULT: ReadonlySet<string> = new Set([ALREADY_EXECUTED, GENERIC]);

/** What is sent to execute; `otp` is absent for a confirmation without PIN (§7). */
export interface Execution {
  readonly txCommandId: Id;
  readonly otp: string | undefined;
}

interface Question {
  readonly signal: AbortSignal;
  /** Whether the answer was lost; otherwise the command was refused, or is only about to be checked. */
  readonly isLost: boolean;
  /** Whether it is asked several times over. */
  readonly isPatient: boolean;
}

/** What one command does in its phases; `Target` is what it is about, `Result` what it brings about. */
export interface TwoPhaseCommand<Target, Result> {
  readonly keyOf: (target: Target) => string;
  /** Absent where the API executes without a check. */
  readonly check?: (target: Target, signal: AbortSignal) => Promise<TxCommand>;
  readonly execute: (
    target: Target,
    execution: Execution,
    options: Pick<CallOptions, 'alerts' | 'signal'>,
  ) => Promise<Result>;
  /** Asks, by calls that only read, what became of it; throws when nobody answers. */
  readonly find: (target: Target, question: Question) => Promise<Finding<Result>>;
  /** Whether a lost answer cannot be looked for: it is made good by a new check. */
  readonly isLostForGood?: boolean;
  /** Refusals behind which the command may hide; those of a command executed twice when not given. */
  readonly mayHideResult?: ReadonlySet<string>;
  readonly onExecute?: (target: Target) => void;
  /** @param how whether the server said so, or was found to have done so after its answer was lost */
  readonly onDone: (target: Target, result: Result, how: 'answered' | 'found') => unknown;
  readonly onCheckRefused?: (target: Target, refusal: ApiError) => unknown;
  /** Before a problem is told. */
  readonly onProblem?: (target: Target, problem: CommandProblem) => unknown;
  /** Tells a problem once the screen has been left; without it nothing is asked any more then. */
  readonly onProblemElsewhere?: (target: Target, problem: CommandProblem) => void;
  /** The execution is over, however it ended. */
  readonly onSettled?: (target: Target) => void;
}

/** What may be done with a command; what is asked while something is under way is left out. */
export interface CommandActions<Target> {
  /** The check; it opens the dialog that its answer asks for. After a lost answer the server is asked first. */
  readonly check: (target: Target) => Promise<void>;
  readonly execute: (target: Target, otp?: string) => Promise<void>;
  /** Asks once more what became of the command. */
  readonly verify: (target: Target) => Promise<void>;
  /** Waits no longer for what is under way; an execution is then asked about. */
  readonly stopWaiting: () => void;
}

const EVENT_OF = { notDone: 'verifiedNotDone', unknown: 'outcomeUnknown' } as const;

function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** While a command is under way the browser asks before it closes or reloads the page. */
function useUnloadGuard(isUnderWay: boolean): void {
  useEffect(() => {
    if (!isUnderWay) return undefined;
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => window.removeEventListener('beforeunload', askBeforeUnload);
  }, [isUnderWay]);
}

/**
 * Runs a command in its two phases (§4): check, execution, and what became of it when the answer is lost. An execution
 * whose answer is lost is never simply repeated (rules §2, §6). Nothing rejects: it all ends in events of the
 * reducer, whose state is the caller's. What is under way goes on when the screen is left.
 */
export function useTwoPhaseCommand<Target, Result>(
  definition: TwoPhaseCommand<Target, Result>,
  state: CommandState,
  dispatch: (event: CommandEvent) => void,
): CommandActions<Target> {
  const { keyOf, isLostForGood = false, mayHideResult = MAY_HIDE_RESULT, onProblemElsewhere } = definition;
  const { notifyError } = useNotify();
  const once = useSingleFlight();
  const isMounted = useIsMounted();
  const executing = useCancellableWait();
  const asking = useCancellableWait();
  /** The server's own words about a command of which it is not known yet whether it was carried out. */
  const untold = useRef<ApiError | null>(null);
  /** Nobody waits any more for what only asks, unless it is told elsewhere. */
  const leave = useEffectEvent(() => {
    if (!onProblemElsewhere) asking.stop();
  });
  useEffect(() => {
    return () => leave();
  }, []);
  useUnloadGuard(state.activity === 'executing' || state.activity === 'verifying');

  async function finish(target: Target, result: Result, how: 'answered' | 'found'): Promise<void> {
    untold.current = null;
    dispatch({ type: 'done' });
    await definition.onDone(target, result, how);
  }

  async function tell(target: Target, problem: CommandProblem): Promise<void> {
    await definition.onProblem?.(target, problem);
    if (!isMounted.current && onProblemElsewhere) onProblemElsewhere(target, problem);
    else if (problem.kind === 'refused') dispatch({ type: 'executeRefused', refusal: problem.refusal });
    else dispatch({ type: EVENT_OF[problem.kind] });
  }

  async function find(target: Target, how: Omit<Question, 'signal'>): Promise<Outcome<Result>['kind']> {
    const signal = asking.begin();
    const outcome = await verifyOutcome(() => definition.find(target, { ...how, signal }), { ...how, signal });
    if (outcome.kind === 'done') await finish(target, outcome.result, 'found');
    return outcome.kind;
  }

  async function settle(target: Target, isPatient: boolean): Promise<void> {
    const kind = await find(target, { isLost: true, isPatient });
    if (kind === 'done') return;
    await tell(target, { kind });
    if (kind === 'notDone' && untold.current) {
      notifyError(untold.current);
      untold.current = null;
    }
  }

  async function settleLost(target: Target, failure: ApiError): Promise<void> {
    dispatch({ type: 'answerLost', isVerifiable: !isLostForGood });
    const isAnswered = failure.status !== undefined;
    if (isLostForGood) {
      if (isAnswered) notifyError(failure);
      return;
    }
    if (!isMounted.current && !onProblemElsewhere) return;
    untold.current = isAnswered ? failure : null;
    await settle(target, true);
  }

  async function settleRefusal(target: Target, refusal: ApiError, wasLost: boolean): Promise<void> {
    if (!isLostForGood && (wasLost || mayHideResult.has(refusal.description))) {
      dispatch({ type: 'verifyStarted' });
      const kind = await find(target, { isLost: false, isPatient: false });
      if (kind === 'done') return;
      // Elsewhere it would be told as refused, which nobody knows; a dialog gives the reason as it came.
      const isToldElsewhere = !isMounted.current && onProblemElsewhere !== undefined && !refusal.shown;
      if (kind === 'unknown' && (wasLost || refusal.description === ALREADY_EXECUTED || isToldElsewhere)) {
        dispatch({ type: 'answerLost', isVerifiable: true });
        await tell(target, { kind });
        return;
      }
    }
    await tell(target, { kind: 'refused', refusal });
  }

  async function send(target: Target, execution: Execution, wasLost: boolean): Promise<void> {
    const signal = executing.begin();
    // Once an answer was lost, what a refusal means is known only after the server was asked.
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
    await finish(target, result, 'answered');
  }

  async function execute(target: Target, otp?: string): Promise<void> {
    const key = keyOf(target);
    const wasLost = !isLostForGood && lostCommand(state, key) !== undefined;
    dispatch({ type: 'executeStarted', key });
    definition.onExecute?.(target);
    await send(target, { txCommandId: state.command.txCommandId, otp }, wasLost);
    definition.onSettled?.(target);
  }

  async function refuseCheck(target: Target, refusal: ApiError, wasLost: boolean): Promise<void> {
    if (wasLost && isLostForGood && isOutcomeUnknown(refusal)) {
      dispatch({ type: 'outcomeUnknown' });
      return;
    }
    const mayBeDone = refusal.description === ALREADY_EXECUTED;
    if (mayBeDone && (await find(target, { isLost: false, isPatient: false })) === 'done') return;
    dispatch({ type: 'checkRefused', refusal });
    await definition.onCheckRefused?.(target, refusal);
  }

  async function ask(target: Target, signal: AbortSignal): Promise<Command | null> {
    const answer = await definition.check?.(target, signal);
    return answer ? { txCommandId: answer.txCommandId, otpRequired: answer.otpRequired ?? null } : null;
  }

  async function check(target: Target): Promise<void> {
    const key = keyOf(target);
    const lost = lostCommand(state, key);
    dispatch({ type: 'checkStarted', key });
    if (lost) {
      const kind = await find(target, { isLost: true, isPatient: false });
      if (kind === 'unknown') {
        if (lost.command) dispatch({ type: 'checkPassed', command: lost.command });
        dispatch({ type: 'outcomeUnknown' });
      }
      if (kind !== 'notDone') return;
    }
    const signal = asking.begin();
    try {
      // The command of a lost answer is tried again rather than replaced: it is executed at most once (rules §6).
      const command = lost?.command ?? (await ask(target, signal));
      if (command) dispatch({ type: 'checkPassed', command });
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
    check: (target) => once(() => check(target)),
    execute: (target, otp) => once(() => execute(target, otp)),
    verify: (target) => once(() => verify(target)),
    stopWaiting: () => {
      executing.stop();
      asking.stop();
    },
  };
}
