import type { Selectable } from 'kysely';
import type { CategoryType } from '#contract/entities/category.ts';
import { type Day, addDays, monthOf } from '#contract/rules/dates.ts';
import { money } from '#contract/rules/money.ts';
import type { DossierTable } from '#server/database/schema.ts';
import healthAuthorities from '../data/health-authorities.json' with { type: 'json' };
import { NEW } from './new-row.ts';
import type { DemoPatient } from './patients.ts';
import { type Random, seededRandom, seedOf } from '../values/random.ts';

export interface DemoDossier {
  readonly row: Selectable<DossierTable>;
  readonly patient: DemoPatient;
}

type Facts = Omit<Selectable<DossierTable>, 'dossier_id' | 'patient_id'>;

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
