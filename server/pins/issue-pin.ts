import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { formatDay, romeDay } from '#contract/rules/dates.ts';
import { patients } from '#server/administration/resources/patients.ts';
import { executeRowCommand } from '#server/administration/row-command.ts';
import type { PdfDocument, PdfPart } from '#server/documents/pdf.ts';
import { DomainError } from '#server/domain-error.ts';
import type { Database, Principal, Services } from '#server/services.ts';
import { hashPin } from './hashing.ts';
import { forgetAttempts } from './verify-pin.ts';

/**
 * The hash of a new PIN or code that an operator sets. Each operator has slots of their own: no business has a negative
 * id.
 * @throws DomainError TOO_MANY_REQUESTS when too many hashes are under way
 */
export function hashNewSecret({ hashing, rules }: Services, { userId }: Principal, secret: string): Promise<string> {
  return hashing.withSlot(-userId, (derive) => hashPin(secret, rules.pin.pepper, derive));
}

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

/** The authority of the patient's dossiers, an approved one first; for a district operator their own authority. */
async function readSender(trx: Database, patientId: number, { aslId }: Principal): Promise<string | undefined> {
  const authorities = trx
    .selectFrom('dossier')
    .innerJoin('asl', 'asl.asl_id', 'dossier.asl_id')
    .select('asl.name')
    .where('patient_id', '=', patientId)
    .orderBy(sql`status = 'APPROVED'`, 'desc')
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
    isForSales: true,
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

const MM = 72 / 25.4;
/** The window of a DL envelope on a sheet folded in three, on the right as usual in Italy. */
const WINDOW = { left: 115 * MM, top: 62 * MM, width: 80 * MM } as const;
/** The first fold. The PIN is below it, where the window does not show it. */
const FOLD = 105 * MM;

function paragraph(text: string, above = 8): PdfPart {
  return { kind: 'text', text, size: 11, above };
}

/** The letter with a patient's PIN, for a window envelope. */
export function pinLetter({ firstName, lastName, pin, sender, at }: PinLetter): PdfDocument {
  const author = sender ?? 'Servizio sanitario regionale';
  const office = sender === undefined ? 'all’ufficio distrettuale' : `all’ufficio distrettuale: ${sender}`;
  const subject = 'Oggetto: PIN per gli acquisti con il buono elettronico';
  return {
    title: 'PIN per i buoni elettronici',
    author,
    madeAt: at,
    parts: [
      { kind: 'text', text: author, size: 13, isBold: true },
      { kind: 'text', text: 'Buoni elettronici per prodotti dietetici', size: 10, color: 'soft' },
      { kind: 'text', text: `${firstName} ${lastName}`, size: 11, ...WINDOW },
      { kind: 'text', text: `Data: ${formatDay(romeDay(at))}`, size: 11, top: FOLD },
      { kind: 'text', text: subject, tag: 'H1', size: 11, isBold: true, above: 8 },
      paragraph('Questo è il PIN da digitare in negozio o in farmacia per confermare gli acquisti:', 12),
      { kind: 'frame', text: pin, above: 12 },
      paragraph('Il PIN vale da subito e sostituisce quello precedente.', 16),
      paragraph('Non comunicarlo a nessuno e non conservarlo insieme alla tessera sanitaria.'),
      paragraph(`Se lo dimentichi o perdi questa lettera, chiedi un nuovo PIN ${office}.`),
    ],
  };
}
