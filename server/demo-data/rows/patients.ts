import { GENDERS } from '#contract/entities/patient.ts';
import { type Day, addDays } from '#contract/rules/dates.ts';
import type { PatientTable } from '#server/database/schema.ts';
import municipalities from '../data/municipalities.json' with { type: 'json' };
import names from '../data/person-names.json' with { type: 'json' };
import { uniqueFiscalCode } from '../values/fiscal-codes.ts';
import { type Municipality, municipality } from '../values/municipalities.ts';
import { type NamedCase, birthDateOf, namedCases } from '../values/named-cases.ts';
import { NEW, type NewRow } from './new-row.ts';
import { type Random, seededRandom, seedOf } from '../values/random.ts';
import { COMMON_PIN } from '../secrets.ts';

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
type CivilData = Pick<PatientTable, 'first_name' | 'last_name' | 'gender' | 'birth_date'>;

interface Draft extends CivilData {
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
