import type { Selectable } from 'kysely';
import type { CategoryType } from '#contract/entities/shared.ts';
import { type Gender, GENDERS } from '#contract/entities/patient.ts';
import { addDays, type Day, lastInstantOf, monthOf } from '#contract/rules/dates.ts';
import { fiscalCodeCheckCharacter } from '#contract/rules/fiscal-code.ts';
import { money } from '#contract/rules/money.ts';
import type { Schema } from '#server/database/schema.ts';
import { KINDS } from './kinds.ts';
import { newVoucher } from '#server/patients/vouchers.ts';
import healthAuthorities from './data/health-authorities.json' with { type: 'json' };
import municipalities from './data/municipalities.json' with { type: 'json' };
import names from './data/person-names.json' with { type: 'json' };
import { COMMON_PIN } from './describe-demo-data.ts';
import {
  birthDateOf,
  municipality,
  type Municipality,
  type NamedCase,
  namedCases,
  NEW,
  type NewRow,
  type Random,
  seededRandom,
  seedOf,
} from './values.ts';

/** The personal data in a fiscal code. */
interface CivilData {
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: Gender;
  readonly birthDate: Day;
  readonly cadastralCode: string;
}

const MONTH_LETTERS = 'ABCDEHLMPRST';
const HOMOCODIC_LETTERS = 'LMNPQRSTUV';
const FEMALE_DAY_OFFSET = 40;

/** The positions of the digits, in the order in which letters replace them when two people have the same code. */
const DIGIT_POSITIONS = [14, 13, 12, 10, 9, 7, 6];

function lettersOf(name: string): { consonants: string; vowels: string } {
  const letters = name
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '');
  return { consonants: letters.replace(/[AEIOU]/g, ''), vowels: letters.replace(/[^AEIOU]/g, '') };
}

function threeLetters({ consonants, vowels }: { consonants: string; vowels: string }): string {
  return `${consonants}${vowels}XXX`.slice(0, 3);
}

function firstNameLetters(name: string): string {
  const { consonants, vowels } = lettersOf(name);
  // Of four or more consonants the second is left out.
  const kept = consonants.length > 3 ? `${consonants.slice(0, 1)}${consonants.slice(2, 4)}` : consonants;
  return threeLetters({ consonants: kept, vowels });
}

function withCheckCharacter(first15: string): string {
  return first15 + fiscalCodeCheckCharacter(first15);
}

/** The fiscal code that the tax office computes for a person, without homocody. */
export function fiscalCodeOf(person: CivilData): string {
  const year = person.birthDate.slice(2, 4);
  const month = MONTH_LETTERS.charAt(Number(person.birthDate.slice(5, 7)) - 1);
  const day = Number(person.birthDate.slice(8, 10)) + (person.gender === 'F' ? FEMALE_DAY_OFFSET : 0);
  return withCheckCharacter(
    [
      threeLetters(lettersOf(person.lastName)),
      firstNameLetters(person.firstName),
      year,
      month,
      String(day).padStart(2, '0'),
      person.cadastralCode,
    ].join(''),
  );
}

/**
 * The homocodic form of a fiscal code: letters replace its last `replaced` digits (1 to 7), and the check character is
 * new.
 */
export function homocodicForm(code: string, replaced: number): string {
  const characters = Array.from(code.slice(0, -1));
  for (const position of DIGIT_POSITIONS.slice(0, replaced)) {
    characters[position] = HOMOCODIC_LETTERS.charAt(Number(characters[position]));
  }
  return withCheckCharacter(characters.join(''));
}

/** The fiscal code of a person; homocodic when `taken` already contains the plain one. */
export function uniqueFiscalCode(person: CivilData, taken: ReadonlySet<string>): string {
  const plain = fiscalCodeOf(person);
  const candidates = [plain, ...DIGIT_POSITIONS.map((_, index) => homocodicForm(plain, index + 1))];
  const free = candidates.find((candidate) => !taken.has(candidate));
  if (free === undefined) throw new Error('Too many people share one fiscal code.');
  return free;
}

/** A patient with the data that decide dossiers and vouchers. */
export interface DemoPatient {
  readonly row: NewRow<'patient'>;
  readonly home: Municipality;
  /** The named case of this patient, or null. */
  readonly named: NamedCase | null;
}

/**
 * The first names are common in Sardinia; the last names are invented, so that no fiscal code belongs to a real person.
 */
type PatientCivilData = Pick<Schema['patient'], 'first_name' | 'last_name' | 'gender' | 'birth_date'>;

interface Draft extends PatientCivilData {
  readonly home: Municipality;
  readonly pin: string | null;
  readonly isEnabled: boolean;
  readonly named: NamedCase | null;
}

const OTHER_PATIENTS = 324;
const PIN_CHANCE = 0.75;
const DISABLED_CHANCE = 0.02;
const DAYS_IN_A_YEAR = 365;

/** The number of patients, of a hundred, born between two years. */
const BIRTH_YEARS = [
  { share: 12, from: 2016, to: 2024 },
  { share: 14, from: 2008, to: 2015 },
  { share: 52, from: 1967, to: 2007 },
  { share: 22, from: 1938, to: 1966 },
] as const;

function birthDate(random: Random): Day {
  const years = random.pick(BIRTH_YEARS.flatMap((range) => Array.from({ length: range.share }, () => range)));
  return addDays(`${random.int(years.from, years.to)}-01-01`, random.int(0, DAYS_IN_A_YEAR - 1));
}

function namedDraft(named: NamedCase, today: Day): Draft {
  return {
    first_name: named.firstName,
    last_name: named.lastName,
    gender: named.gender,
    birth_date: birthDateOf(named, today),
    home: municipality(named.town),
    pin: named.pin ?? null,
    isEnabled: true,
    named,
  };
}

function otherDraft(random: Random): Draft {
  const gender = random.pick(GENDERS);
  return {
    first_name: random.pick(names.first[gender]),
    last_name: random.pick(names.last),
    gender,
    birth_date: birthDate(random),
    home: random.pick(municipalities),
    pin: random.chance(PIN_CHANCE) ? COMMON_PIN : null,
    isEnabled: !random.chance(DISABLED_CHANCE),
    named: null,
  };
}

/**
 * All patients. The named cases come first, except the case on paper, which is last.
 * @param hashOf returns the hash of a PIN
 */
export function makePatients(today: Day, hashOf: (secret: string) => string): DemoPatient[] {
  const random = seededRandom(seedOf('patient'));
  const others = Array.from({ length: OTHER_PATIENTS }, () => otherDraft(random));
  const taken = new Set<string>();
  const named = namedCases.map((one) => namedDraft(one, today));
  return [...named.slice(0, -1), ...others, ...named.slice(-1)].map((draft, index) => {
    const { first_name, last_name, gender, birth_date, home, pin } = draft;
    const { cadastralCode } = home;
    const civil = { firstName: first_name, lastName: last_name, gender, birthDate: birth_date, cadastralCode };
    const fiscalCode = draft.named?.fiscalCode ?? uniqueFiscalCode(civil, taken);
    taken.add(fiscalCode);
    return {
      home,
      named: draft.named,
      row: {
        patient_id: index + 1,
        fiscal_code: fiscalCode,
        first_name,
        last_name,
        gender,
        birth_date,
        otp_mode: pin === null ? 'NONE' : 'PIN',
        status: draft.isEnabled ? 'ENABLED' : 'DISABLED',
        pin_hash: pin === null ? null : hashOf(pin),
        pin_issued_at: null,
        version: NEW.version,
      },
    };
  });
}

export interface DemoDossier {
  readonly row: NewRow<'dossier'>;
  readonly patient: DemoPatient;
}

type Facts = Omit<NewRow<'dossier'>, 'dossier_id' | 'patient_id'>;

const PROTEIN_FREE_CHANCE = 0.12;
const SECOND_DOSSIER_CHANCE = 0.03;
const AWAY_CHANCE = 0.08;

/** The statuses of a hundred dossiers. */
const STATUSES = [
  ...Array.from({ length: 94 }, () => 'APPROVED' as const),
  ...Array.from({ length: 4 }, () => 'REVOKED' as const),
  ...Array.from({ length: 2 }, () => 'DELETED' as const),
];

/** The monthly amount of a protein-free dossier: 80 to 140 euro in steps of ten. */
function monthlyAmount(type: CategoryType, random: Random): string | null {
  return type === 'PROTEIN_FREE' ? money(random.int(8, 14)).times(10).toFixed(2) : null;
}

function factsOf({ named, home }: DemoPatient, random: Random, today: Day): Facts[] {
  if (named) {
    return named.dossiers.map((type) => ({
      type,
      asl_id: home.aslId,
      status: named.dossierStatus,
      monthly_amount: monthlyAmount(type, random),
      version: NEW.version,
      switch_month: named.voucher === 'on paper' ? addDays(monthOf(today).last, 1) : null,
    }));
  }
  const first: CategoryType = random.chance(PROTEIN_FREE_CHANCE) ? 'PROTEIN_FREE' : 'CELIAC';
  const second: CategoryType = first === 'CELIAC' ? 'PROTEIN_FREE' : 'CELIAC';
  const types = random.chance(SECOND_DOSSIER_CHANCE) ? [first, second] : [first];
  const payer = random.chance(AWAY_CHANCE) ? random.pick(healthAuthorities).asl_id : home.aslId;
  return types.map((type) => ({
    type,
    asl_id: payer,
    status: random.pick(STATUSES),
    monthly_amount: monthlyAmount(type, random),
    version: NEW.version,
    switch_month: null,
  }));
}

export function makeDossiers(patients: readonly DemoPatient[], today: Day): DemoDossier[] {
  const random = seededRandom(seedOf('dossier'));
  return patients
    .flatMap((patient) => factsOf(patient, random, today).map((facts) => ({ patient, facts })))
    .map(({ patient, facts }, index) => ({
      patient,
      row: { ...facts, dossier_id: index + 1, patient_id: patient.row.patient_id },
    }));
}

/** A voucher before any spending, with its dossier. */
export interface DemoVoucher {
  readonly row: Selectable<Schema['voucher']>;
  readonly dossier: DemoDossier;
  readonly isOfThisMonth: boolean;
}

const PAST_MONTHS = 6;
/** A dossier that is no longer approved had its last voucher this many months ago. */
const MONTHS_SINCE_REVOCATION = 2;
const REVOKED_CHANCE = 0.02;

/** The first days of this month and of the past months, in descending order. */
function monthsBefore(today: Day): Day[] {
  const months = [monthOf(today).first];
  while (months.length <= PAST_MONTHS) months.push(monthOf(addDays(months.at(-1) ?? today, -1)).first);
  return months;
}

function earlier(a: Day, b: Day): Day {
  return a < b ? a : b;
}

function lastDayOf({ patient }: DemoDossier, monthsAgo: number, month: Day, today: Day): Day {
  const special = patient.named?.voucher;
  const { last } = monthOf(month);
  if (special === 'about to expire' && monthsAgo === 0) return earlier(addDays(today, 1), last);
  if (special === 'two valid' && monthsAgo === 1) return monthOf(today).last;
  return last;
}

function statusOf(dossier: DemoDossier, monthsAgo: number): Schema['voucher']['status'] | null {
  const { named } = dossier.patient;
  if (monthsAgo === 0 && named) return named.voucher === 'revoked' ? 'REVOKED' : 'ENABLED';
  if (dossier.row.status !== 'APPROVED' && monthsAgo < MONTHS_SINCE_REVOCATION) return null;
  const random = seededRandom(seedOf('voucher', dossier.row.dossier_id));
  return monthsAgo === 0 && random.chance(REVOKED_CHANCE) ? 'REVOKED' : 'ENABLED';
}

type VoucherDraft = Omit<DemoVoucher, 'row'> & { readonly row: Omit<Selectable<Schema['voucher']>, 'voucher_id'> };

function voucherOf(dossier: DemoDossier, month: Day, monthsAgo: number, today: Day): VoucherDraft | null {
  const { dossier_id, type, monthly_amount, switch_month: switchMonth } = dossier.row;
  const { birth_date: birthDate, gender } = dossier.patient.row;
  const monthlyAmount = monthly_amount === null ? null : money(monthly_amount);
  const status = statusOf(dossier, monthsAgo);
  const kind = KINDS[type];
  const ordinary = kind ? newVoucher(dossier_id, { kind, birthDate, gender, monthlyAmount }, month) : null;
  const isOnPaper = switchMonth !== null && month < switchMonth;
  if (status === null || ordinary === null || isOnPaper) return null;
  const lastDay = lastDayOf(dossier, monthsAgo, month, today);
  return {
    dossier,
    isOfThisMonth: monthsAgo === 0,
    row: { ...ordinary, status, disabled_at: lastInstantOf(lastDay) },
  };
}

/** The vouchers of this month and of the six months before, by the ceilings of rules §4. */
export function makeVouchers(dossiers: readonly DemoDossier[], today: Day): DemoVoucher[] {
  const months = monthsBefore(today);
  return dossiers
    .flatMap((dossier) => months.map((month, monthsAgo) => voucherOf(dossier, month, monthsAgo, today)))
    .filter((voucher) => voucher !== null)
    .map((voucher, index) => ({ ...voucher, row: { ...voucher.row, voucher_id: index + 1 } }));
}
