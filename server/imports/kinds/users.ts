import { sql } from 'kysely';
import { PROFILES } from '#contract/entities/user.ts';
import { several, short, vatNumber, word } from '../cells.ts';
import { type ImportDefinition, type LineProblem, linesToDo, type LineValues, plain, problem } from '../import-kind.ts';

/** Shop users need businesses, authority staff need an authority, operators may have one. */
function problems({ profile, aslCode, businessVats }: LineValues): readonly LineProblem[] {
  const hasAsl = aslCode !== null && aslCode !== undefined;
  const hasBusinesses = Array.isArray(businessVats) && businessVats.length > 0;
  return [
    ...(profile === 'ASL' && !hasAsl ? [{ field: 'aslCode', reason: 'MISSING' } as const] : []),
    ...(profile === 'BUSINESS' && hasAsl ? [{ field: 'aslCode', reason: 'NOT_HERE' } as const] : []),
    ...(profile === 'BUSINESS' && !hasBusinesses ? [{ field: 'businessVats', reason: 'MISSING' } as const] : []),
    ...(profile !== 'BUSINESS' && hasBusinesses ? [{ field: 'businessVats', reason: 'NOT_HERE' } as const] : []),
  ];
}

const vats = sql`(select jsonb_agg(b.vat order by b.vat collate "C") from user_business join business b using (business_id)
  where user_business.user_id = t.user_id)`;

const wanted = sql`jsonb_array_elements_text(case when l.becomes->>'businessVats' is null then '[]'::jsonb
  else l.becomes->'businessVats' end)`;

export const users: ImportDefinition = {
  columns: [
    {
      name: 'username',
      also: [
        'Utente',
        'Login',
        'User',
        'Identificativo',
        'ID utente',
        'User ID',
        'Account',
        'Login name',
        'Codice utente',
        'Nome account',
      ],
      read: short,
      required: true,
      example: 'maria.rossi',
    },
    {
      name: 'firstName',
      also: ['Nome di battesimo', 'Given name', 'Nome operatore'],
      read: short,
      required: true,
      example: 'Maria',
    },
    {
      name: 'lastName',
      also: ['Surname', 'Family name', 'Cognome operatore'],
      read: short,
      required: true,
      example: 'Rossi',
    },
    {
      name: 'profile',
      also: [
        'Ruolo',
        'Tipo utente',
        'Role',
        'Profilo utente',
        'Ruolo utente',
        'Tipologia utente',
        'Tipo profilo',
        'Abilitazione',
      ],
      read: word('profile', PROFILES, { BUSINESS: ['Esercente', 'Punto vendita', 'Negozio'], OPERATOR: ['Operatore'] }),
      required: true,
      example: 'Business',
    },
    {
      name: 'aslCode',
      also: [
        'Codice ASL',
        'Codice azienda',
        'ASL',
        'Azienda sanitaria',
        'ASL di appartenenza',
        'Codice ASL di appartenenza',
        'Codice AUSL',
        'AUSL',
        'USL',
        'ATS',
        'ASST',
      ],
      read: short,
      required: false,
      example: '',
    },
    {
      name: 'businessVats',
      also: [
        'Partite IVA',
        'Partita IVA',
        "Partita IVA dell'esercente",
        'VAT',
        'PI',
        'Partite IVA esercente',
        'P.IVA esercente',
        'P.IVA esercenti',
        'Partita IVA azienda',
        'VAT numbers',
      ],
      read: several(/[|,;\s]+/, vatNumber, true),
      required: false,
      example: '01234560926',
    },
  ],
  problems,
  prepare: (values) => ({ aslCode: null, businessVats: null, ...values }),
  table: 'app_user',
  idColumn: 'user_id',
  key: { field: 'username', column: 'username' },
  fields: [
    plain('username', 'username'),
    plain('firstName', 'first_name'),
    plain('lastName', 'last_name'),
    plain('profile', 'profile'),
    {
      field: 'aslCode',
      column: 'asl_id',
      was: sql`(select to_jsonb(code) from asl where asl_id = t.asl_id)`,
      value: sql`(select asl_id from asl where code = l.becomes->>'aslCode')`,
    },
    { field: 'businessVats', column: null, was: vats, value: sql`null` },
  ],
  // An import must not take the role of operator of the region from any user (rules §9).
  refusal: sql`case
    when t.profile = 'OPERATOR' and t.asl_id is null
      and (b.row->>'profile' <> 'OPERATOR' or b.row->>'aslCode' is not null)
      then ${problem('profile', 'OPERATOR_OF_REGION')}
    when b.row->>'aslCode' is not null and not exists (select from asl where code = b.row->>'aslCode')
      then ${problem('aslCode', 'UNKNOWN')}
    when b.row->>'businessVats' is not null and exists (
      select from jsonb_array_elements_text(b.row->'businessVats') as given (vat)
      where not exists (select from business where business.vat = given.vat)
    ) then ${problem('businessVats', 'UNKNOWN')}
  end`,
  // Sales and cancellations of users who lose their place or a business end first.
  before: (batch) => [
    sql`select from app_user where user_id in (select l.target_id from ${linesToDo(batch)} where l.was is not null)
      order by user_id for update`,
  ],
  after: (batch) => [
    sql`delete from user_business using ${linesToDo(batch)}, business
      where user_business.user_id = l.target_id and business.business_id = user_business.business_id
        and (l.becomes->'businessVats' ? business.vat) is not true`,
    sql`insert into user_business (user_id, business_id)
      select l.target_id, business.business_id from ${linesToDo(batch)}
        cross join lateral ${wanted} as given (vat) join business on business.vat = given.vat
      on conflict do nothing`,
  ],
};
