import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CommandState, NO_COMMAND } from '#src/providers/api/command-reducer.ts';
import {
  type SaleEvent,
  type SaleState,
  mayGoForward,
  newSale,
  resumedSale,
  saleReducer,
} from '#src/pages/sale/sale-reducer.ts';
import { modelRuns } from '#tests/extent.ts';
import {
  type Memory,
  NOTHING_HAPPENED,
  PAYABLE,
  eventOf,
  fittingTypes,
  keyOn,
  meaningOf,
  remember,
} from './sale-process.ts';

const step2 = { first: resumedSale(PAYABLE), events: [] };
const step3 = { ...step2, events: [{ type: 'stepChosen', step: 3 }] as readonly SaleEvent[] };
const executing: readonly SaleEvent[] = [
  ...step3.events,
  { type: 'checkStarted', key: '1' },
  { type: 'checkPassed', command: { txCommandId: 1, otpRequired: true } },
  { type: 'executeStarted', key: '1' },
];

/** The beginning of a run: the start of a sale, or the state after these events. */
const start = fc.constantFrom<{ readonly first: SaleState; readonly events: readonly SaleEvent[] }>(
  { first: newSale(false), events: [] },
  { first: newSale(true), events: [] },
  step2,
  step3,
  { ...step2, events: executing },
  { ...step2, events: [...executing, { type: 'answerLost', isVerifiable: true }] },
);

/** Each number chooses one of the possible events and its content. */
const number = fc.noBias(fc.nat({ max: 9999 }));
const draws = fc.array(fc.tuple(number, number), { minLength: 40, maxLength: 40, size: 'max' });

const ACTIVITY = {
  nothing: 'idle',
  check: 'checking',
  execute: 'executing',
  outcome: 'verifying',
  'reason of a refusal': 'verifying',
} as const satisfies Record<Memory['awaits'], CommandState['activity']>;

function isUnknown({ step, command }: SaleState): boolean {
  return step === 3 && command.problem?.kind === 'unknown';
}

function canBePaid({ cart }: SaleState): boolean {
  return cart !== null && cart.items.length > 0 && cart.residualAmount.gte(0);
}

/** Whether 'stepChosen' has an effect: no command is running or unknown, and the step has its data. */
function isChosen(before: SaleState, event: SaleEvent): boolean {
  if (event.type !== 'stepChosen' || before.command.activity !== 'idle' || isUnknown(before)) return false;
  if (event.step === 1) return before.hasVoucher;
  return event.step === 2 ? before.cart !== null : canBePaid(before);
}

function stepAfter(before: SaleState, event: SaleEvent): SaleState['step'] {
  if (event.type === 'purchased') return 4;
  if (event.type === 'cartOpened') return 2;
  return event.type === 'stepChosen' && isChosen(before, event) ? event.step : before.step;
}

/** Events without a message: the former message stays. */
const TELLS_NOTHING = new Set<SaleEvent['type']>(['cartUpdated', 'stepChosen']);

/** The problem that is shown after an event in the same step. */
function toldAfter(before: SaleState, event: SaleEvent): CommandState['problem'] {
  const { type } = event;
  const { problem, activity } = before.command;
  if (TELLS_NOTHING.has(type)) return problem;
  if (type === 'outcomeUnknown') return { kind: 'unknown' };
  if (type === 'verifiedNotDone') return { kind: 'notDone' };
  if (type === 'answerLost') return before.step === 1 ? { kind: 'unknown' } : null;
  if (type === 'dialogClosed') return activity === 'idle' && problem?.kind !== 'unknown' ? null : problem;
  if (type !== 'executeRefused' && type !== 'checkRefused') return null;
  const { refusal } = event;
  const isInAlert =
    type === 'executeRefused' && refusal.description === 'VOUCHER_AMOUNT_NOT_SUFFICIENT' && refusal.shown;
  return isInAlert ? null : { kind: 'refused', refusal };
}

function dialogAfter(before: SaleState, event: SaleEvent): CommandState['dialog'] {
  const { type } = event;
  const { dialog, activity } = before.command;
  if (type === 'checkPassed') {
    return event.command.otpRequired === true ? 'pin' : 'confirmation';
  }
  if (type === 'executeRefused') {
    if (event.refusal.description === 'VOUCHER_AMOUNT_NOT_SUFFICIENT') return null;
    return event.refusal.description === 'TRANSACTION_WRONG_OTP' ? 'pin' : dialog;
  }
  const closes =
    ['checkStarted', 'checkStopped'].includes(type) ||
    (type === 'answerLost' && before.step === 1) ||
    (type === 'dialogClosed' && activity === 'idle');
  return closes ? null : dialog;
}

/** Whether the command may be executed (again). Only a refusal decides that for a spent command. */
function isAliveAfter(before: SaleState, event: SaleEvent, dialog: CommandState['dialog']): boolean {
  if (event.type === 'checkPassed') return true;
  if (event.type === 'executeRefused') return meaningOf(event.refusal).mayTryAgain;
  return before.command.isExecutable && dialog !== null;
}

/** Checks the invariants after an event against the memory of the run. */
function expectFollows(before: SaleState, event: SaleEvent, after: SaleState, memory: Memory): void {
  const step = stepAfter(before, event);
  const hasMoved = step !== before.step || isChosen(before, event);
  const dialog = hasMoved ? null : dialogAfter(before, event);
  const leadsOn = step === 1 ? before.hasVoucher : step === 2 && canBePaid(after);
  const isForgotten = hasMoved || ['checkStarted', 'checkStopped'].includes(event.type);
  const { command, lost, activity, dialog: shownDialog, isExecutable, problem } = after.command;
  const asked = { activity, dialog: shownDialog, isExecutable, problem };
  expect({ ...after, hasVoucher: null, command: asked }, `${event.type} on step ${before.step}`).toEqual({
    step,
    command: {
      activity: ACTIVITY[memory.awaits],
      dialog,
      isExecutable: !isForgotten && isAliveAfter(before, event, dialog) && command !== NO_COMMAND,
      problem: hasMoved ? null : toldAfter(before, event),
    },
    cart: 'cart' in event ? event.cart : before.cart,
    openedFor: event.type === 'cartOpened' ? event.target : before.openedFor,
    purchaseId: event.type === 'purchased' ? event.purchaseId : null,
    hasVoucher: null,
  });
  expect(mayGoForward(after), 'whether forward is allowed').toBe(memory.awaits === 'nothing' && leadsOn);
  const lostCommands = Object.fromEntries(lost.map((one) => [one.key, one.command]));
  expect(lostCommands, 'what was lost').toEqual(memory.lost);
  if (dialog) expect(command, 'a dialog is about a command').not.toEqual(NO_COMMAND);
  if (event.type === 'executeStarted') {
    expect(memory.spent, 'a spent command').not.toContain(command.txCommandId);
    const lostOne = memory.lost[keyOn(after.step)];
    if (lostOne) expect(command, 'a retry after a loss').toEqual(lostOne);
  }
}

/** States that the runs must reach. A model test that does not reach them proves nothing. */
const PLACES: Readonly<Record<string, (state: SaleState, event: SaleEvent, memory: Memory) => boolean>> = {
  'a PIN dialog on step 3': ({ step, command }) => step === 3 && command.dialog === 'pin',
  'a yes/no dialog on step 3': ({ step, command }) => step === 3 && command.dialog === 'confirmation',
  'a purchase under way': ({ step, command }) => step === 3 && command.activity === 'executing',
  'a lost purchase asked about': ({ command }) => command.activity === 'verifying' && command.lost.length > 0,
  'a refusal asked about': (_, __, { awaits }) => awaits === 'reason of a refusal',
  'an unknown cart': ({ step, command }) => step === 1 && command.problem?.kind === 'unknown',
  'not bought': ({ command }) => command.problem?.kind === 'notDone',
  'an unknown purchase': isUnknown,
  'a dialog closed while unknown': (state, { type }) => isUnknown(state) && type === 'dialogClosed',
  'a way back tried while unknown': (state, { type }) => isUnknown(state) && type === 'stepChosen',
  'a lost command tried again': ({ step }, { type }, { lost }) =>
    step === 3 && type === 'executeStarted' && Boolean(lost[keyOn(3)]),
  'a lost command given up': (_, { type }, { lost }) => type === 'executeRefused' && lost[keyOn(3)] === null,
  'a lost command kept after a refusal': (_, { type }, { lost }) =>
    type === 'executeRefused' && Boolean(lost[keyOn(3)]),
  'a way back from step 2, with its cart': ({ step, cart }, { type }) =>
    step === 1 && cart !== null && type === 'stepChosen',
  'a refused check': (_, { type }) => type === 'checkRefused',
  'a stopped check': (_, { type }) => type === 'checkStopped',
  'the purchase': ({ step }) => step === 4,
};

test('§4 stepper: whatever happens in whatever order, each state follows from what has happened', () => {
  const visits = new Map(Object.keys(PLACES).map((place) => [place, 0]));

  /** Applies an event. The former state is frozen, so that nothing can change it. */
  function go(before: SaleState, event: SaleEvent, memory: Memory): readonly [SaleState, Memory] {
    Object.freeze(before);
    const after = saleReducer(before, event);
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
