import { type Exchange, type Reply, failure } from './route.ts';
import type { Command, Guard, Fixture } from './fixture.ts';

const WRONG_PINS_UNTIL_LOCKED = 5;

/** An error inside a 200 is a failure like one with a status of 400 or more (rules §1). */
export const WRONG_PIN_INSIDE_A_SUCCESS: Reply = {
  status: 200,
  body: { error: { code: null, description: 'TRANSACTION_WRONG_OTP' }, data: null },
};

/** Creates a command that waits for its execution. */
export function newCommand(fixture: Fixture, guard: Guard, about: Command['about']): string {
  const txCommandId = fixture.newId('comando');
  fixture.commands.set(txCommandId, { guard, about, isExecuted: false });
  return txCommandId;
}

/** The refusal of a command's execution, or null. Counts a wrong PIN (rules §6). */
function refusal({ guard, isExecuted }: Command, otp: unknown, wrongPin: Reply): Reply | null {
  if (isExecuted) return failure(409, '5002', 'TRANSACTION_ALREADY_EXECUTED');
  if (guard.pin === null) return null;
  if (guard.wrongPins >= WRONG_PINS_UNTIL_LOCKED) return failure(409, '5005', 'TRANSACTION_LOCKED');
  if (otp === guard.pin) {
    guard.wrongPins = 0;
    return null;
  }
  guard.wrongPins += 1;
  return wrongPin;
}

/** Executes the command of the body once, or returns its refusal. `wrongPin` is the answer to a wrong PIN. */
export function executeCommand(
  exchange: Exchange,
  wrongPin: Reply,
  execute: (about: Command['about']) => Reply,
): Reply {
  const command = exchange.fixture.commands.get(String(exchange.body.txCommandId));
  if (command === undefined) return failure(404, '4040', 'TRANSACTION_NOT_FOUND');
  const refused = refusal(command, exchange.body.otp, wrongPin);
  if (refused !== null) return refused;
  const reply = execute(command.about);
  if (reply.status === 200) command.isExecuted = true;
  return reply;
}
