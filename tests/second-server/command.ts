import { type Exchange, type Reply, failure } from './route.ts';
import type { Command, Guard, Fixture } from './fixture.ts';

const WRONG_PINS_UNTIL_LOCKED = 5;

/** 400 and upwards would do as well: an error inside a 200 is a failure too (rules §1). */
export const WRONG_PIN_INSIDE_A_SUCCESS: Reply = {
  status: 200,
  body: { error: { code: null, description: 'TRANSACTION_WRONG_OTP' }, data: null },
};

/** A command about something of this fixture that waits for its execution. */
export function newCommand(fixture: Fixture, guard: Guard, about: Command['about']): string {
  const txCommandId = fixture.newId('comando');
  fixture.commands.set(txCommandId, { guard, about, isExecuted: false });
  return txCommandId;
}

/** Why a command may not be executed by what was sent, or null; a wrong PIN counts (rules §6). */
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

/** Executes the command that the body names, once, or answers why not. `wrongPin` is the answer to a wrong PIN. */
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
