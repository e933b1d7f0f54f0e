import { randomInt } from 'node:crypto';
import type { Principal, Database, Services } from '../../context.ts';
import { DomainError } from '../../domain-error.ts';
import { hashNewSecret } from '../../pin/hash-new-secret.ts';
import { patients } from '../resources/patients.ts';
import { forgetAttempts } from './patient-commands.ts';
import { executeRowCommand } from './row-command.ts';

const DIGITS = 5;

/** The content of the letter; nothing else contains the PIN. */
export interface PinLetter {
  readonly firstName: string;
  readonly lastName: string;
  readonly pin: string;
  /** The health authority that pays and sends the letter; undefined for a patient without a dossier. */
  readonly sender: string | undefined;
  readonly at: Date;
}

/** The authority of the patient's dossiers; for a district operator their own authority. */
async function readSender(trx: Database, patientId: number, { aslId }: Principal): Promise<string | undefined> {
  const authorities = trx
    .selectFrom('dossier')
    .innerJoin('asl', 'asl.asl_id', 'dossier.asl_id')
    .select('asl.name')
    .where('patient_id', '=', patientId)
    .orderBy('dossier_id');
  const found = aslId === null ? authorities : authorities.where('asl.asl_id', '=', aslId);
  return (await found.executeTakeFirst())?.name;
}

/**
 * Creates a new PIN, which replaces the old PIN and its locks. Only the letter contains it.
 * @param answer creates the response with the letter; if it throws, the old PIN stays
 * @throws DomainError NOT_POSSIBLE for a patient who uses no PIN, and as `executeRowCommand`
 */
export async function issuePin<Answer>(
  services: Services,
  principal: Principal,
  asked: { readonly id: number; readonly body: { readonly version: number } },
  answer: (letter: PinLetter) => Promise<Answer>,
): Promise<Answer> {
  const pin = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const hash = await hashNewSecret(services, principal, pin);
  let sender: string | undefined;
  const command = {
    resource: patients,
    action: 'PIN_ISSUED',
    async carryOut(
      trx: Database,
      { id, row, at }: { readonly id: number; readonly row: Readonly<Record<string, unknown>>; readonly at: Date },
    ) {
      if (row.otpMode !== 'PIN') throw new DomainError('NOT_POSSIBLE');
      await trx
        .updateTable('patient')
        .set({ pin_hash: hash, pin_issued_at: at })
        .where('patient_id', '=', id)
        .execute();
      sender = await readSender(trx, id, principal);
      return { businesses: await forgetAttempts(trx, id) };
    },
  } as const;
  return executeRowCommand(services, command, principal, asked, ({ firstName, lastName }) =>
    answer({ firstName: String(firstName), lastName: String(lastName), pin, sender, at: services.now() }),
  );
}
