import { type Exchange, type Reply, failure } from './route.ts';
import type { Cart, Command, Patient, World } from './world.ts';

const WRONG_PINS_UNTIL_LOCKED = 5;

/** A command that waits for its execution. */
export function newCommand(world: World, patient: Patient, cart: Cart | null): string {
  const txCommandId = world.newId('comando');
  world.commands.set(txCommandId, { patient, cart, isExecuted: false });
  return txCommandId;
}

/** Why a command may not be executed by what was sent, or null; a wrong PIN counts (decisions §6). */
function refusal(command: Command, otp: unknown, wrongPin: Reply): Reply | null {
  const { patient } = command;
  if (command.isExecuted) return failure(409, '5002', 'TRANSACTION_ALREADY_EXECUTED');
  if (patient.pin === null) return null;
  if (patient.wrongPins >= WRONG_PINS_UNTIL_LOCKED) return failure(409, '5005', 'TRANSACTION_LOCKED');
  if (otp === patient.pin) {
    patient.wrongPins = 0;
    return null;
  }
  patient.wrongPins += 1;
  return wrongPin;
}

/** Executes the command that the body names, once, or answers why not. `wrongPin` is the answer to a wrong PIN. */
export function executeCommand(exchange: Exchange, wrongPin: Reply, execute: (command: Command) => Reply): Reply {
  const command = exchange.world.commands.get(String(exchange.body.txCommandId));
  if (command === undefined) return failure(404, '4040', 'TRANSACTION_NOT_FOUND');
  const refused = refusal(command, exchange.body.otp, wrongPin);
  if (refused !== null) return refused;
  const reply = execute(command);
  if (reply.status === 200) command.isExecuted = true;
  return reply;
}
