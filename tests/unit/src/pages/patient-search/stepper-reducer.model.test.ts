import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type StepperEvent, stepperReducer } from '#src/pages/patient-search/stepper/stepper-reducer.ts';
import {
  NO_COMMAND,
  type StepperState,
  newSale,
  resumedSale,
} from '#src/pages/patient-search/stepper/stepper-state.ts';
import { modelRuns } from '#tests/unit/model-runs.ts';
import { type Memory, NOTHING_HAPPENED, PAYABLE, eventOf, fittingTypes, meaningOf, remember } from './sale-process.ts';

const step2 = { first: resumedSale(PAYABLE), events: [] };
const step3 = { ...step2, events: [{ type: 'forwarded' }] as readonly StepperEvent[] };
const executing: readonly StepperEvent[] = [
  ...step3.events,
  { type: 'checkStarted' },
  { type: 'checkPassed', command: { txCommandId: 1, otpRequired: true } },
  { type: 'executeStarted' },
];

/** Where a run begins: at the start of a sale, or as far as these events lead. */
const start = fc.constantFrom<{ readonly first: StepperState; readonly events: readonly StepperEvent[] }>(
  { first: newSale(false), events: [] },
  { first: newSale(true), events: [] },
  step2,
  step3,
  { ...step2, events: executing },
  { ...step2, events: [...executing, { type: 'answerLost' }] },
);

/** Each draw chooses one of the events that fit when its turn comes, and what comes with it. */
const number = fc.noBias(fc.nat({ max: 9999 }));
const draws = fc.array(fc.tuple(number, number), { minLength: 40, maxLength: 40, size: 'max' });

const ACTIVITY = {
  nothing: 'idle',
  check: 'checking',
  execute: 'executing',
  outcome: 'verifying',
  'reason of a refusal': 'verifying',
} as const satisfies Record<Memory['awaits'], StepperState['activity']>;

function isOutcomeUnknown({ obstacle }: StepperState): boolean {
  return obstacle?.kind === 'purchaseInDoubt';
}

function canBePaid({ basket }: StepperState): boolean {
  return basket !== null && basket.items.length > 0 && basket.residualAmount.gte(0);
}

function stepAfter(before: StepperState, { type }: StepperEvent): StepperState['step'] {
  const isIdle = before.activity === 'idle';
  if (type === 'purchased') return 4;
  if (type === 'cartOpened') return 2;
  if (type === 'forwarded' && before.step === 2 && isIdle && canBePaid(before)) return 3;
  return type === 'wentBack' && before.step === 3 && isIdle && !isOutcomeUnknown(before) ? 2 : before.step;
}

/** Events that tell nothing of their own: what was told before stays. */
const TELLS_NOTHING = new Set<StepperEvent['type']>(['cartUpdated', 'forwarded', 'wentBack']);

/** What is told after an event in the same step. */
function toldAfter(before: StepperState, event: StepperEvent): StepperState['obstacle'] {
  const { type } = event;
  if (TELLS_NOTHING.has(type)) return before.obstacle;
  if (type === 'outcomeUnknown') return { kind: 'purchaseInDoubt' };
  if (type === 'outcomeNotBought') return { kind: 'notBought' };
  if (type === 'answerLost') return before.step === 1 ? { kind: 'cartInDoubt' } : null;
  if (type === 'dialogClosed') return before.activity === 'idle' && !isOutcomeUnknown(before) ? null : before.obstacle;
  if (type === 'checkRefused') {
    const { refusal } = event;
    const mayBeOpen = before.step === 1 && before.answerLost && (refusal.lost || refusal.status === 500);
    return mayBeOpen ? { kind: 'cartInDoubt' } : { kind: 'refused', refusal };
  }
  if (type !== 'executeRefused') return null;
  const { refusal } = event;
  const isInAlert = refusal.description === 'VOUCHER_AMOUNT_NOT_SUFFICIENT' && refusal.shown;
  const isAskedByDialog = refusal.description === 'TRANSACTION_WRONG_OTP' && before.dialog !== 'pin';
  return isInAlert || isAskedByDialog ? null : { kind: 'refused', refusal };
}

function dialogAfter(before: StepperState, event: StepperEvent): StepperState['dialog'] {
  const { type } = event;
  if (type === 'checkPassed') {
    const { otpRequired } = event.command;
    if (otpRequired === null && before.step === 1) return null;
    return otpRequired === true ? 'pin' : 'confirmation';
  }
  if (type === 'executeRefused') {
    if (event.refusal.description === 'VOUCHER_AMOUNT_NOT_SUFFICIENT') return null;
    return event.refusal.description === 'TRANSACTION_WRONG_OTP' ? 'pin' : before.dialog;
  }
  const closes =
    ['checkStarted', 'checkStopped'].includes(type) ||
    (type === 'answerLost' && before.step === 1) ||
    (type === 'dialogClosed' && before.activity === 'idle');
  return closes ? null : before.dialog;
}

/** Whether the command may be executed (again): a refusal says it, and nothing else makes a spent one fit. */
function isAliveAfter(before: StepperState, event: StepperEvent, dialog: StepperState['dialog']): boolean {
  if (event.type === 'checkPassed') return true;
  if (event.type === 'executeRefused') return meaningOf(event.refusal).mayTryAgain;
  return before.commandAlive && (dialog !== null || before.dialog === null);
}

/** What must hold after an event, by what the run remembers. */
function expectFollows(before: StepperState, event: StepperEvent, after: StepperState, memory: Memory): void {
  const step = stepAfter(before, event);
  const hasMoved = step !== before.step;
  const dialog = hasMoved ? null : dialogAfter(before, event);
  const leadsOn = step === 1 ? before.hasVoucher : step === 2 && canBePaid(after);
  const isForgotten = hasMoved || ['checkStarted', 'checkStopped'].includes(event.type);
  expect(
    { ...after, dialog: after.dialog, command: null, hasVoucher: null },
    `${event.type} on step ${before.step}`,
  ).toEqual({
    step,
    forward: memory.awaits === 'nothing' && leadsOn,
    activity: ACTIVITY[memory.awaits],
    dialog,
    commandAlive: !isForgotten && isAliveAfter(before, event, dialog) && after.command !== NO_COMMAND,
    answerLost: memory.isLost,
    lostCommand: memory.lost,
    obstacle: hasMoved ? null : toldAfter(before, event),
    basket: 'basket' in event ? event.basket : before.basket,
    purchaseId: event.type === 'purchased' ? event.purchaseId : null,
    command: null,
    hasVoucher: null,
  });
  if (after.dialog) expect(after.command, 'a dialog is about a command').not.toEqual(NO_COMMAND);
  if (event.type === 'executeStarted') {
    expect(memory.spent, 'a spent command').not.toContain(after.command.txCommandId);
    if (after.step === 3 && memory.lost) expect(after.command, 'a retry after a loss').toEqual(memory.lost);
  }
}

/** The places that the runs are to come by; a model test that does not reach them proves nothing. */
const PLACES: Readonly<Record<string, (state: StepperState, event: StepperEvent, memory: Memory) => boolean>> = {
  'a PIN dialog on step 3': ({ step, dialog }) => step === 3 && dialog === 'pin',
  'a yes/no dialog on step 3': ({ step, dialog }) => step === 3 && dialog === 'confirmation',
  'a purchase under way': ({ step, activity }) => step === 3 && activity === 'executing',
  'a lost purchase asked about': ({ activity, answerLost }) => activity === 'verifying' && answerLost,
  'a refusal asked about': (_, __, { awaits }) => awaits === 'reason of a refusal',
  'a cart in doubt': ({ obstacle }) => obstacle?.kind === 'cartInDoubt',
  'not bought': ({ obstacle }) => obstacle?.kind === 'notBought',
  'a purchase in doubt': isOutcomeUnknown,
  'a dialog closed in doubt': (state, { type }) => isOutcomeUnknown(state) && type === 'dialogClosed',
  'a way back tried in doubt': (state, { type }) => isOutcomeUnknown(state) && type === 'wentBack',
  'a lost command tried again': ({ step }, { type }, { lost }) =>
    step === 3 && type === 'executeStarted' && lost !== null,
  'a lost command given up': (_, { type }, { isLost, lost }) => type === 'executeRefused' && isLost && lost === null,
  'a lost command kept after a refusal': (_, { type }, { lost }) => type === 'executeRefused' && lost !== null,
  'a way back from step 3': ({ step }, { type }) => step === 2 && type === 'wentBack',
  'a refused check': (_, { type }) => type === 'checkRefused',
  'a stopped check': (_, { type }) => type === 'checkStopped',
  'the purchase': ({ step }) => step === 4,
};

test('§4 stepper: whatever happens in whatever order, each state follows from what has happened', () => {
  const visits = new Map(Object.keys(PLACES).map((place) => [place, 0]));

  /** The state after an event that fits; what was before is frozen, so that nothing can change it. */
  function go(before: StepperState, event: StepperEvent, memory: Memory): readonly [StepperState, Memory] {
    Object.freeze(before);
    const after = stepperReducer(before, event);
    if (before.step === 4) {
      expect(after, `${event.type} after the purchase`).toEqual(before);
      return [after, memory];
    }
    const remembered = remember(memory, event, before);
    expectFollows(before, event, after, remembered);
    for (const [place, isThere] of Object.entries(PLACES)) {
      if (isThere(after, event, remembered)) visits.set(place, (visits.get(place) ?? 0) + 1);
    }
    return [after, remembered];
  }

  fc.assert(
    fc.property(start, draws, ({ first, events }, sequence) => {
      let [state, memory] = [first, NOTHING_HAPPENED];
      for (const event of events) [state, memory] = go(state, event, memory);
      for (const [kind, variant] of sequence) {
        const types = fittingTypes(state, memory);
        const type = types[kind % types.length];
        if (type) [state, memory] = go(state, eventOf(type, variant, state, memory), memory);
      }
    }),
    modelRuns(500),
  );
  for (const [place, count] of visits) expect(count, place).toBeGreaterThan(0);
});
