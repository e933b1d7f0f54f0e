import { expect, test } from 'vitest';
import { ApiError } from '#src/providers/api/api-error.ts';
import {
  type CommandEvent,
  commandReducer,
  type CommandState,
  INITIAL_COMMAND_STATE,
  NO_COMMAND,
} from '#src/providers/api/command-reducer.ts';

const passed = (otpRequired: boolean | null) =>
  ({ type: 'checkPassed', command: { txCommandId: 9, otpRequired } }) satisfies CommandEvent;
const refused = (description: string, facts: ConstructorParameters<typeof ApiError>[0] = {}) =>
  ({ type: 'executeRefused', refusal: new ApiError({ description, ...facts }) }) satisfies CommandEvent;
const checking = { type: 'checkStarted', key: '7' } satisfies CommandEvent;
const executing = { type: 'executeStarted', key: '7' } satisfies CommandEvent;
const lose = (isVerifiable: boolean) => ({ type: 'answerLost', isVerifiable }) satisfies CommandEvent;
const closed = { type: 'dialogClosed' } satisfies CommandEvent;
const notDone = { type: 'verifiedNotDone' } satisfies CommandEvent;
const unknown = { type: 'outcomeUnknown' } satisfies CommandEvent;

function after(start: CommandState, ...events: readonly CommandEvent[]): CommandState {
  return events.reduce(commandReducer, start);
}

const pinAsked = after(INITIAL_COMMAND_STATE, checking, passed(true));
const confirmed = after(pinAsked, executing);
const lost = after(confirmed, lose(true));
const sayYes = after(INITIAL_COMMAND_STATE, checking, passed(false), executing);

test.each<[boolean | null, CommandState['dialog']]>([
  [true, 'pin'],
  [false, 'confirmation'],
  [null, 'confirmation'],
])('rules §6 nothing is executed without a PIN or a yes: otpRequired %s opens the dialog %s', (otpRequired, dialog) => {
  const state = after(INITIAL_COMMAND_STATE, checking, passed(otpRequired));
  expect(state).toMatchObject({ dialog, activity: 'idle', isExecutable: true });
});

test('§4 a refused check opens nothing', () => {
  const refusal = new ApiError({ description: 'VOUCHER_NOT_ENABLED' });
  const state = after(INITIAL_COMMAND_STATE, checking, { type: 'checkRefused', refusal });
  expect(state).toMatchObject({ dialog: null, activity: 'idle', problem: { kind: 'refused', refusal } });
});

test.each<[string, boolean]>([
  ['TRANSACTION_WRONG_OTP', true],
  ['TOO_MANY_REQUESTS', true],
  ['TRANSACTION_LOCKED', false],
  ['TRANSACTION_EXPIRED', false],
  ['TRANSACTION_ALREADY_EXECUTED', false],
  ['CART_CHANGED', false],
  ['PURCHASE_NOT_CANCELABLE', false],
])('§8 %s stays in the dialog; another attempt makes sense: %s', (description, isExecutable) => {
  const state = after(confirmed, refused(description));
  expect(state).toMatchObject({ dialog: 'pin', isExecutable, problem: { kind: 'refused' } });
});

test('§8 412: the dialog closes, the alert of the shell says why', () => {
  const state = after(confirmed, refused('VOUCHER_AMOUNT_NOT_SUFFICIENT', { shown: true }));
  expect(state).toMatchObject({ dialog: null, problem: null, command: NO_COMMAND });
});

test('rules §6 a PIN that the check did not announce is asked for when the server wants it, with its text', () => {
  const wrong = refused('TRANSACTION_WRONG_OTP');
  const state = after(sayYes, wrong);
  expect(state).toMatchObject({ dialog: 'pin', isExecutable: true, command: { txCommandId: 9 } });
  expect(state.problem).toEqual({ kind: 'refused', refusal: wrong.refusal });
});

test('§4 closing a dialog clears the error and resets the otp state, but not while the command is executed', () => {
  const state = after(confirmed, refused('TRANSACTION_WRONG_OTP'), closed);
  expect(state).toEqual({ ...INITIAL_COMMAND_STATE, key: '7' });
  expect(after(confirmed, closed)).toEqual(confirmed);
});

test('rules §2 a lost answer that cannot be looked for closes the dialog, and no command is tried again', () => {
  const state = after(confirmed, lose(false));
  expect(state).toMatchObject({ activity: 'idle', dialog: null, problem: { kind: 'unknown' } });
  expect(state.lost).toEqual([{ key: '7', command: null }]);
});

test.each<[string, CommandEvent, string]>([
  ['not done', notDone, 'notDone'],
  ['no answer either', unknown, 'unknown'],
])('rules §2 a lost answer is asked about first: %s', (_, outcome, kind) => {
  expect(lost).toMatchObject({ activity: 'verifying', dialog: 'pin', problem: null });
  expect(after(lost, outcome)).toMatchObject({ activity: 'idle', problem: { kind }, command: { txCommandId: 9 } });
});

test('rules §2 while nobody knows, closing the dialog keeps the question; giving up ends it', () => {
  expect(after(lost, unknown, closed)).toMatchObject({
    dialog: null,
    problem: { kind: 'unknown' },
    command: NO_COMMAND,
  });
  expect(after(lost, unknown, { type: 'dropped' })).toMatchObject({ dialog: null, problem: null });
});

test('rules §2 that an answer was lost is remembered beyond the dialog and other commands, until it is done', () => {
  const another = [
    { type: 'checkStarted', key: '8' },
    passed(false),
    { type: 'executeStarted', key: '8' },
  ] satisfies CommandEvent[];
  const state = after(lost, notDone, closed, ...another, { type: 'done' });
  expect(state.lost).toEqual([{ key: '7', command: { txCommandId: 9, otpRequired: true } }]);
  expect(after(state, checking, { type: 'done' }).lost).toEqual([]);
});

test.each<[string, CommandEvent, boolean]>([
  ['a wrong PIN', refused('TRANSACTION_WRONG_OTP'), true],
  ['no way to the server', refused('GENERIC'), true],
  ['a refusal without a reason', refused('GENERIC', { status: 409 }), false],
  ['an expired command', refused('TRANSACTION_EXPIRED'), false],
  ['a changed cart', refused('CART_CHANGED'), false],
  ['the voucher', refused('VOUCHER_AMOUNT_NOT_SUFFICIENT'), false],
])('rules §6 the command of a lost answer is tried again until it is spent: after %s %s', (_, event, isKept) => {
  const state = after(lost, notDone, executing, event, closed);
  expect(state.lost).toEqual([{ key: '7', command: isKept ? { txCommandId: 9, otpRequired: true } : null }]);
});

test('rules §2 a check that nobody waits for any more leaves nothing behind', () => {
  expect(after(INITIAL_COMMAND_STATE, checking, { type: 'checkStopped' })).toEqual({
    ...INITIAL_COMMAND_STATE,
    key: '7',
  });
});
