import { sql } from 'kysely';
import { STORED_DOSSIER_STATUSES } from '#contract/entities/dossier.ts';
import { GENDERS, OTP_MODES } from '#contract/entities/patient.ts';
import { addDays, monthOf, romeDay } from '#contract/rules/dates.ts';
import { differencesFromFiscalCode } from '#contract/rules/fiscal-code.ts';
import { LOCKS } from '#server/database/migrate.ts';
import { amendVouchers, amountOfMonth } from '#server/patients/vouchers.ts';
import { amountPerMonth, dateOfBirth, dietWord, personCode, short, word } from '../cells.ts';
import {
  type Batch,
  type ImportDefinition,
  type LineProblem,
  linesToDo,
  type LineValues,
  plain,
  problem,
  type StoredField,
} from '../import-kind.ts';

const OF_DOSSIER = ['dossierType', 'dossierStatus', 'aslCode', 'monthlyAmount'] as const;

function problems(values: LineValues): readonly LineProblem[] {
  const { dossierType, monthlyAmount } = values;
  const given = OF_DOSSIER.filter((field) => values[field] !== null && values[field] !== undefined);
  if (dossierType === null || dossierType === undefined)
    return given.map((field) => ({ field, reason: 'NOT_HERE' as const }));
  const hasAmount = monthlyAmount !== null && monthlyAmount !== undefined;
  const isProteinFree = dossierType === 'PROTEIN_FREE';
  return [
    ...(['dossierStatus', 'aslCode'] as const)
      .filter((field) => !given.includes(field))
      .map((field) => ({ field, reason: 'MISSING' as const })),
    // A coeliac dossier follows the national ceilings (rules §4).
    ...(isProteinFree && !hasAmount ? [{ field: 'monthlyAmount', reason: 'MISSING' } as const] : []),
    ...(!isProteinFree && hasAmount ? [{ field: 'monthlyAmount', reason: 'NOT_HERE' } as const] : []),
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

function ofDossier(field: (typeof OF_DOSSIER)[number], was: StoredField['was']): StoredField {
  return { field, column: null, was, value: sql`null` };
}

const dossierValues = {
  asl: sql`(select asl_id from asl where code = l.becomes->>'aslCode')`,
  status: sql`l.becomes->>'dossierStatus'`,
  amount: sql`(l.becomes->>'monthlyAmount')::numeric`,
};

/** Whether the amount of a line differs from the one that holds now. */
const hasNewAmount = sql<boolean>`l.was->'monthlyAmount' is distinct from l.becomes->'monthlyAmount'`;

/** Whether sales rest on what a line changes: the payer, or that the dossier is approved. */
const isForSales = sql<boolean>`(l.was->'aslCode', l.was->'dossierStatus')
  is distinct from (l.becomes->'aslCode', l.becomes->'dossierStatus')`;

/**
 * A changed amount holds from the month under way on, until the one that is already set for a later month (rules §9).
 */
function changeAmounts(batch: Batch, at: Date) {
  const underWay = monthOf(romeDay(at));
  const before = amountOfMonth(monthOf(addDays(underWay.first, -1)).first);
  const changed = sql`${linesToDo(batch)} join dossier on dossier.dossier_id = l.part_id where ${hasNewAmount}`;
  const nextChange = sql`(select min(before_month) from former_amount as later
    where later.dossier_id = dossier.dossier_id and before_month > ${underWay.first}::date)`;
  return [
    sql`insert into former_amount (dossier_id, before_month, monthly_amount)
      select dossier.dossier_id, ${underWay.first}::date, ${before} from ${changed}
      on conflict (dossier_id, before_month) do nothing`,
    sql`update dossier set monthly_amount = ${dossierValues.amount} from ${linesToDo(batch)}
      where dossier.dossier_id = l.part_id and ${hasNewAmount} and ${nextChange} is null`,
    sql`update former_amount set monthly_amount = changed.amount
      from (select dossier.dossier_id, ${nextChange} as month, ${dossierValues.amount} as amount from ${changed}) as changed
      where former_amount.dossier_id = changed.dossier_id and before_month = changed.month`,
    amendVouchers(sql`dossier.dossier_id in (select dossier.dossier_id from ${changed})`, addDays(underWay.last, 1)),
  ];
}

export const patients: ImportDefinition = {
  columns: [
    {
      name: 'fiscalCode',
      also: [
        'Codice fiscale assistito',
        'Tax code',
        'Codice fiscale paziente',
        'Codice fiscale beneficiario',
        'Tax ID',
      ],
      read: personCode,
      required: true,
      example: 'RSSMRA80A01B354W',
    },
    {
      name: 'firstName',
      also: ['Nome assistito', 'Nome di battesimo', 'Nome paziente', 'Nome beneficiario', 'Given name'],
      read: short,
      required: true,
      example: 'Mario',
    },
    {
      name: 'lastName',
      also: ['Cognome assistito', 'Surname', 'Family name', 'Cognome paziente', 'Cognome beneficiario'],
      read: short,
      required: true,
      example: 'Rossi',
    },
    {
      name: 'gender',
      also: ['Genere', 'M/F', 'Sex', 'Sesso M/F', 'Sesso assistito', 'Genere M/F'],
      read: word('gender', GENDERS, { M: ['Maschile', 'Uomo'], F: ['Femminile', 'Donna'] }),
      required: true,
      example: 'M',
    },
    {
      name: 'birthDate',
      also: [
        'Nato il',
        'Nata il',
        'Nascita',
        'Data nasc.',
        'Birthday',
        'Nato/a il',
        'Data di nascita assistito',
        'Data di nascita paziente',
        'DOB',
        'Birth date',
      ],
      read: dateOfBirth,
      required: true,
      example: '01/01/1980',
    },
    {
      name: 'otpMode',
      also: [
        'PIN',
        'OTP',
        'Uso del PIN',
        'Con PIN',
        'Conferma con PIN',
        'Modalità OTP',
        'Utilizzo PIN',
        'Utilizzo del PIN',
        'Usa PIN',
        'Ha PIN',
        'PIN attivo',
        'PIN richiesto',
        'Modalità PIN',
      ],
      read: word('otpMode', OTP_MODES, {
        PIN: ['Sì', 'S', 'Yes', 'Vero', 'True', 'OTP', '1', 'X'],
        NONE: ['No', 'N', 'Falso', 'False', 'Nessuno', '0'],
      }),
      required: true,
      example: 'Con PIN',
    },
    {
      name: 'dossierType',
      also: [
        'Tipo di dossier',
        'Patologia',
        'Pratica',
        'Tipologia',
        'Tipo',
        'Tipo dieta',
        'Tipologia dieta',
        'Dieta',
        'Diet',
        'Diagnosi',
        'Tipo patologia',
        'Tipologia pratica',
      ],
      read: dietWord('dossierType'),
      required: false,
      example: 'Celiachia',
    },
    {
      name: 'dossierStatus',
      also: ['Stato pratica', 'Stato dossier', 'Stato dieta', 'Stato assistenza'],
      read: word('dossierStatus', STORED_DOSSIER_STATUSES, {
        APPROVED: ['Approvato', 'Attiva', 'Attivo'],
        REVOKED: ['Revocato'],
        DELETED: ['Eliminato', 'Cancellata', 'Cancellato'],
      }),
      required: false,
      example: 'Approvata',
    },
    {
      name: 'aslCode',
      also: [
        'Codice ASL',
        'Codice azienda',
        'ASL',
        'Azienda sanitaria',
        'ASL di appartenenza',
        'ASL di residenza',
        'ASL di assistenza',
        'Codice ASL di appartenenza',
        'Codice ASL di residenza',
        'Codice ASL di assistenza',
        'Codice AUSL',
        'AUSL',
        'USL',
        'ATS',
        'ASST',
      ],
      read: short,
      required: false,
      example: '101',
    },
    {
      name: 'monthlyAmount',
      also: [
        'Importo al mese',
        'Tetto mensile',
        'Budget mensile',
        'Contributo mensile',
        'Budget',
        'Importo',
        'Tetto di spesa',
        'Tetto di spesa mensile',
        'Massimale',
        'Massimale mensile',
        'Plafond',
        'Quota mensile',
        'Valore mensile',
        'Contributo',
      ],
      read: amountPerMonth,
      required: false,
      example: '',
    },
  ],
  problems,
  warnings,
  prepare,
  // As a change of an amount by an operator does.
  lock: LOCKS.renewal,
  table: 'patient',
  idColumn: 'patient_id',
  key: { field: 'fiscalCode', column: 'fiscal_code' },
  fields: [
    plain('fiscalCode', 'fiscal_code'),
    plain('firstName', 'first_name'),
    plain('lastName', 'last_name'),
    plain('gender', 'gender'),
    plain('birthDate', 'birth_date', 'date'),
    plain('otpMode', 'otp_mode'),
    ofDossier('dossierType', sql`to_jsonb(p.type)`),
    ofDossier('dossierStatus', sql`to_jsonb(p.status)`),
    ofDossier('aslCode', sql`(select to_jsonb(code) from asl where asl_id = p.asl_id)`),
    // An amount of a later month stands until that month comes.
    ofDossier('monthlyAmount', sql`to_jsonb(p.present_amount)`),
  ],
  whenNew: { status: 'ENABLED' },
  // A patient may have a dossier for each of both types, and then has a line for each.
  sameLine: sql`row->>'fiscalCode', row->>'dossierType'`,
  ownOfLine: OF_DOSSIER,
  part: {
    // Of several dossiers of one type: the one of that authority, then the approved one, then the newest.
    join: (at) => sql`left join lateral (
      select dossier.*, dossier_id as part_id, ${amountOfMonth(monthOf(romeDay(at)).first)} as present_amount
      from dossier
      where dossier.patient_id = t.patient_id and dossier.type = b.row->>'dossierType'
      order by dossier.asl_id = (select asl_id from asl where code = b.row->>'aslCode') desc,
        dossier.status = 'APPROVED' desc, dossier_id desc
      limit 1
    ) as p on true`,
    isPresent: sql`b.row->>'dossierType' is not null`,
    lock: (keys) => sql`select dossier_id from dossier join patient on patient.patient_id = dossier.patient_id
      where fiscal_code in (${keys}) order by dossier_id for no key update of dossier`,
  },
  refusal: sql`case
    when b.row->>'aslCode' is not null and not exists (select from asl where code = b.row->>'aslCode')
      then ${problem('aslCode', 'UNKNOWN')}
    when b.row->>'dossierStatus' = 'APPROVED' and exists (
      select from dossier as other where other.patient_id = t.patient_id and other.type = b.row->>'dossierType'
        and other.status = 'APPROVED' and other.dossier_id is distinct from p.part_id
    ) then ${problem('dossierStatus', 'ALREADY_APPROVED')}
  end`,
  secret: ['fiscalCode', 'firstName', 'lastName', 'gender', 'birthDate'],
  after: (batch, at) => [
    ...changeAmounts(batch, at),
    sql`insert into dossier (patient_id, asl_id, type, status, monthly_amount)
      select l.target_id, ${dossierValues.asl}, l.becomes->>'dossierType', ${dossierValues.status}, ${dossierValues.amount}
      from ${linesToDo(batch)} where l.part_id is null and l.becomes->>'dossierType' is not null order by l.line`,
    // A sale that rests on the dossier ends first. Its voucher may be one of those above, so this comes after them.
    sql`select from dossier where dossier_id in (select l.part_id from ${linesToDo(batch)} where ${isForSales})
      order by dossier_id for update`,
    sql`update dossier set asl_id = ${dossierValues.asl}, status = ${dossierValues.status}, version = dossier.version + 1
      from ${linesToDo(batch)} where dossier.dossier_id = l.part_id and (
        ${hasNewAmount} or
        (dossier.asl_id, dossier.status) is distinct from (${dossierValues.asl}, ${dossierValues.status})
      )`,
  ],
};
