import { sql } from 'kysely';
import { GENDERS, OTP_MODES, STORED_DOSSIER_STATUSES } from '#contract/entities/patient.ts';
import { monthOf, romeDay } from '#contract/rules/dates.ts';
import { differencesFromFiscalCode } from '#contract/rules/fiscal-code.ts';
import { changeAmounts, dossiers, hasOtherApproved } from '#server/administration/resources/dossiers.ts';
import { patients } from '#server/administration/resources/patients.ts';
import { isPerson, namesOf } from '#server/administration/same-person.ts';
import { lockOf } from '#server/administration/write-rows.ts';
import { LOCKS } from '#server/database/advisory-locks.ts';
import { lockBriefly, type Locked } from '#server/database/row-locks.ts';
import { amountOfMonth } from '#server/patients/vouchers.ts';
import type { Database } from '#server/services.ts';
import { amountPerMonth, kindWord, short, word } from './cells.ts';
import type { Reading } from './sheet.ts';
import { type Batch, defineImport, isClosedKind, type LineProblem, linesToDo, type LineValues } from './import-kind.ts';

const OF_DOSSIER = ['dossierType', 'dossierStatus', 'aslCode', 'monthlyAmount'] as const;

function problems(values: LineValues, { kinds }: Reading): readonly LineProblem[] {
  const { dossierType, monthlyAmount } = values;
  const given = OF_DOSSIER.filter((field) => values[field] !== null && values[field] !== undefined);
  if (dossierType === null || dossierType === undefined)
    return given.map((field) => ({ field, reason: 'NOT_HERE' as const }));
  const hasAmount = monthlyAmount !== null && monthlyAmount !== undefined;
  const needsAmount = kinds.some(({ code, amount_by }) => code === dossierType && amount_by === 'OWN');
  return [
    ...(['dossierStatus', 'aslCode'] as const)
      .filter((field) => !given.includes(field))
      .map((field) => ({ field, reason: 'MISSING' as const })),
    // Any other dossier follows the ceilings of its kind (rules §4).
    ...(needsAmount && !hasAmount ? [{ field: 'monthlyAmount', reason: 'MISSING' } as const] : []),
    ...(!needsAmount && hasAmount ? [{ field: 'monthlyAmount', reason: 'NOT_HERE' } as const] : []),
  ];
}

const WARNINGS = { birthDate: 'BIRTH_DATE_DIFFERS', gender: 'GENDER_DIFFERS' } as const;

function warnings({ fiscalCode, birthDate, gender }: LineValues): readonly LineProblem[] {
  const person = { birthDate: String(birthDate), gender: String(gender) };
  return differencesFromFiscalCode(String(fiscalCode), person).map((field) => ({ field, reason: WARNINGS[field] }));
}

/** Without a dossier type the other dossier fields are removed. */
function prepare(values: LineValues): LineValues {
  if (values.dossierType === null || values.dossierType === undefined) {
    return Object.fromEntries(Object.entries(values).filter(([field]) => !OF_DOSSIER.some((name) => name === field)));
  }
  return { monthlyAmount: null, ...values };
}

const asl = sql`(select asl_id from asl where code = l.becomes->>'aslCode')`;
const status = sql`l.becomes->>'dossierStatus'`;
const amount = sql`(l.becomes->>'monthlyAmount')::numeric`;
/** Whether the amount of a line differs from the one that holds now. */
const hasNewAmount = sql`l.was->'monthlyAmount' is distinct from l.becomes->'monthlyAmount'`;
/** Whether sales rest on what a line changes: the payer, or that the dossier is approved. */
const isForSales = sql`(l.was->'aslCode', l.was->'dossierStatus')
  is distinct from (l.becomes->'aslCode', l.becomes->'dossierStatus')`;

/**
 * Creates and changes the dossiers of the lines. A changed amount holds from the month under way on, until the one that is
 * already set for a later month (rules §9).
 */
async function writeDossiers(trx: Locked<Database>, batch: Batch, at: Date): Promise<void> {
  const lines = linesToDo(batch);
  const changed = sql`select l.part_id as dossier_id, ${amount} as amount from ${lines} as l
    where l.part_id is not null and ${hasNewAmount}`;
  await changeAmounts(trx, changed, { month: monthOf(romeDay(at)).first, at, keepsLater: true });
  await sql`insert into dossier (patient_id, asl_id, type, status, monthly_amount)
    select l.id, ${asl}, l.becomes->>'dossierType', ${status}, ${amount}
    from ${lines} as l where l.part_id is null and l.becomes->>'dossierType' is not null order by l.line`.execute(trx);
  // A sale that rests on the dossier ends first. Its voucher may be one of those above, so this comes after them.
  const ids = sql`select l.part_id from ${lines} as l where ${isForSales}`;
  await lockBriefly(trx, lockOf(dossiers, sql`dossier_id in (${ids})`, 'update'));
  await sql`update dossier set asl_id = ${asl}, status = ${status}, version = dossier.version + 1
    from ${lines} as l where dossier.dossier_id = l.part_id
      and (${hasNewAmount} or (dossier.asl_id, dossier.status) is distinct from (${asl}, ${status}))`.execute(trx);
}

/** The person of a line is its date of ten characters, a space, and these: to fold names is most of a line's work. */
const NAMES = sql`substr(b.person_key, 12)`;
const BIRTH_DATE = sql`(b.row->>'birthDate')::date`;
/** Whether a line makes its patient, or makes another person of it. */
const entersPerson = sql`(t.patient_id is null or t.birth_date <> ${BIRTH_DATE}
  or person_names(t.folded_first_name, t.folded_last_name) <> ${NAMES})`;

export const patientsImport = defineImport({
  resource: patients,
  subject: [
    ...['assistito', 'paziente', 'beneficiario', 'utente'],
    // Of the authority.
    ...['appartenenza', 'assistenza', 'competente', 'competenza', 'residenza'],
  ],
  columns: {
    fiscalCode: {
      also: 'Tax code | Tax ID',
      example: 'RSSMRA80A01B354W',
    },
    firstName: {
      also: 'Nome di battesimo | Given name',
      example: 'Mario',
    },
    lastName: {
      also: 'Surname | Family name',
      example: 'Rossi',
    },
    gender: {
      also: 'Genere | M/F | Sex | Sesso M/F | Genere M/F',
      example: 'M',
      read: word('gender', GENDERS, { M: ['Maschile', 'Masch', 'Uomo'], F: ['Femminile', 'Femm', 'Donna'] }),
    },
    birthDate: {
      also: 'Nato il | Nata il | Nascita | Data nasc. | Birthday | Nato/a il | DOB | Birth date | DDN',
      example: '01/01/1980',
    },
    otpMode: {
      also: `PIN | OTP | Uso del PIN | Con PIN | Conferma con PIN | Modalità OTP | Utilizzo PIN | Utilizzo del PIN |
      Usa PIN | Ha PIN | PIN attivo | PIN richiesto | Modalità PIN | PIN abilitato | Richiede PIN |
      Modalità di conferma`,
      example: 'Con PIN',
      read: word('otpMode', OTP_MODES, {
        PIN: ['Sì', 'S', 'Yes', 'Vero', 'True', 'Y', 'OTP', '1', 'X'],
        NONE: ['No', 'N', 'Falso', 'False', 'Nessuno', '0'],
      }),
    },
    dossierType: {
      also: `Tipo di dossier | Patologia | Pratica | Tipologia | Tipo | Tipo dieta | Tipologia dieta | Dieta | Diet |
      Diagnosi | Tipo patologia | Tipologia pratica`,
      example: 'Celiachia',
      read: kindWord('dossierType'),
    },
    dossierStatus: {
      also: 'Stato pratica | Stato dossier | Stato dieta | Stato assistenza',
      example: 'Approvata',
      read: word('dossierStatus', STORED_DOSSIER_STATUSES, {
        APPROVED: ['Approvato', 'Attiva', 'Attivo', 'Autorizzata', 'Valida'],
        REVOKED: ['Revocato'],
        DELETED: ['Eliminato', 'Cancellata', 'Cancellato'],
      }),
    },
    aslCode: {
      also: `Codice ASL | Codice azienda | ASL | Azienda sanitaria | Codice AUSL | AUSL | USL | ATS | ASST |
      Numero ASL | ASL erogante`,
      example: '101',
      read: short,
    },
    monthlyAmount: {
      also: `Importo al mese | Tetto mensile | Budget mensile | Contributo mensile | Budget | Importo |
      Tetto di spesa | Tetto di spesa mensile | Massimale | Massimale mensile | Plafond | Quota mensile |
      Valore mensile | Contributo | Tetto | Tetto massimo | Limite di spesa | Limite mensile | Plafond mensile |
      Importo buono | Valore buono | Importo autorizzato | Importo mensile autorizzato`,
      example: '',
      read: amountPerMonth,
    },
  },
  problems,
  warnings,
  samePerson: {
    inFile: sql`(row->>'birthDate') || ' ' || ${namesOf(sql`(row->>'firstName')`, sql`(row->>'lastName')`)}`,
    stored: sql`case when ${entersPerson} then coalesce((
      select jsonb_agg(fiscal_code order by patient_id) from patient
      where ${isPerson(NAMES, BIRTH_DATE)} and patient_id is distinct from t.patient_id
    ), '[]') end`,
  },
  prepare,
  // As a change of an amount by an operator does.
  lock: LOCKS.renewal,
  key: { field: 'fiscalCode', column: 'fiscal_code' },
  initial: { status: 'ENABLED' },
  // A patient may have a dossier of each kind, and then has a line for each.
  sameLine: sql`concat_ws(' ', row->>'fiscalCode', row->>'dossierType')`,
  part: {
    resource: dossiers,
    fields: {
      dossierType: sql`to_jsonb(p.type)`,
      dossierStatus: sql`to_jsonb(p.status)`,
      aslCode: sql`(select to_jsonb(code) from asl where asl_id = p.asl_id)`,
      // An amount of a later month stands until that month comes.
      monthlyAmount: sql`to_jsonb(p.present_amount)`,
    },
    // Of several dossiers of one type: the one of that authority, then the approved one, then the newest. Before the
    // statistics know of a file's rows, PostgreSQL would read all dossiers of the type for each line: hence the offset.
    join: (at) => sql`left join lateral (
      select dossier.*, dossier_id as part_id, ${amountOfMonth(monthOf(romeDay(at)).first)} as present_amount
      from (select * from dossier where patient_id = t.patient_id offset 0) as dossier
      where dossier.type = b.row->>'dossierType'
      order by dossier.asl_id = (select asl_id from asl where code = b.row->>'aslCode') desc,
        dossier.status = 'APPROVED' desc, dossier_id desc
      limit 1
    ) as p on true`,
    isPresent: sql`b.row->>'dossierType' is not null`,
    isOf: (keys) => sql`patient_id in (select patient_id from patient where fiscal_code in (${keys}))`,
  },
  refusals: (unknown) => [
    ...unknown,
    [
      sql`b.row->>'dossierStatus' = 'APPROVED' and
        ${hasOtherApproved(sql`t.patient_id`, sql`b.row->>'dossierType'`, sql`p.part_id`)}`,
      'dossierStatus',
      'ALREADY_APPROVED',
    ],
    [sql`p.part_id is null and ${isClosedKind('dossierType')}`, 'dossierType', 'CLOSED_KIND'],
  ],
  after: writeDossiers,
});
