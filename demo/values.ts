import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import { CATEGORY_TYPES } from '#contract/entities/shared.ts';
import { GENDERS } from '#contract/entities/patient.ts';
import { addDays, type Day } from '#contract/rules/dates.ts';
import type { Schema } from '#server/database/schema.ts';
import identities from './data/identities.json' with { type: 'json' };
import municipalities from './data/municipalities.json' with { type: 'json' };
import cases from './data/named-cases.json' with { type: 'json' };

/** The role of a demonstration identity; `unregistered` can sign on but has no account. */
const group = z.enum(['shop', 'authority', 'operator', 'unregistered']);
export type DemoIdentityGroup = z.infer<typeof group>;

/** An invented person of the demonstration identity provider. */
const identity = z.strictObject({
  /** The NameID of the sign-on, and the `username` of `app_user`. */
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  group,
  /** The health authority of somebody who works for one. */
  aslId: z.optional(z.int()),
  /** What one can try with this person, in Italian, for the page of the identity provider. */
  description: z.string(),
});
export type DemoIdentity = z.infer<typeof identity>;

/** All demonstration identities, in the order of the page. */
export const demoIdentities: readonly DemoIdentity[] = z.array(identity).parse(identities);

/**
 * A real municipality of Sardinia: the code of the birthplace in a fiscal code, the town centre in degrees, and the id of
 * its health authority.
 */
export type Municipality = (typeof municipalities)[number];

/**
 * The municipality with this name.
 * @throws Error when there is none
 */
export function municipality(name: string): Municipality {
  const found = municipalities.find((one) => one.name === name);
  if (found === undefined) throw new Error(`No municipality is called ${name}.`);
  return found;
}

/** A patient with which one can try one thing. */
const namedCase = z.strictObject({
  /** The description that the server prints at its start. */
  title: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  gender: z.enum(GENDERS),
  /** A provisional one, instead of the one of the birth. */
  fiscalCode: z.optional(z.string()),
  birthDate: z.optional(z.iso.date()),
  /** The age today, instead of a birth date: a newborn must be a newborn on every day. */
  ageInDays: z.optional(z.int()),
  town: z.string(),
  /** Undefined when the patient has no PIN. */
  pin: z.optional(z.string()),
  dossiers: z._default(z.array(z.enum(CATEGORY_TYPES)), ['CELIAC']),
  dossierStatus: z._default(z.enum(['APPROVED', 'REVOKED']), 'APPROVED'),
  /** The special property of the vouchers; `on paper` until next month. */
  voucher: z.optional(z.enum(['revoked', 'nearly spent', 'about to expire', 'two valid', 'on paper'])),
});
export type NamedCase = z.infer<typeof namedCase>;

/** The named cases in the order of their patient ids, which start at 1; the case on paper is the very last patient. */
export const namedCases: readonly NamedCase[] = z.array(namedCase).parse(cases);

/** The birth date of a named case when the first start of the server is today. */
export function birthDateOf({ birthDate, ageInDays = 0 }: NamedCase, today: Day): Day {
  return birthDate ?? addDays(today, -ageInDays);
}

/** A repeatable random generator: the same seed gives the same sequence on every machine. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** Returns true with the given probability (0 to 1). */
  chance(probability: number): boolean;
  /**
   * A random item of the list.
   * @throws Error when the list is empty
   */
  pick<T>(list: readonly T[]): T;
  /** A shuffled copy of the list. */
  shuffle<T>(list: readonly T[]): T[];
}

const UINT32 = 2 ** 32;

/** The seed for one kind of data. A change of one kind leaves all other kinds unchanged. */
export function seedOf(kind: string, ...numbers: readonly number[]): number {
  let hash = 2166136261;
  for (const character of [kind, ...numbers].join(':')) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 16777619);
  }
  return hash >>> 0;
}

/** A random generator with a 32-bit seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32;
  }

  function int(min: number, max: number): number {
    return min + Math.floor(next() * (max - min + 1));
  }

  function pick<T>(list: readonly T[]): T {
    const chosen = list[int(0, list.length - 1)];
    if (chosen === undefined) throw new Error('Nothing to pick from.');
    return chosen;
  }

  function shuffle<T>(list: readonly T[]): T[] {
    const left = [...list];
    return list.flatMap(() => left.splice(int(0, left.length - 1), 1));
  }

  return { int, pick, shuffle, chance: (probability) => next() < probability };
}

/** Columns that PostgreSQL sets. */
interface SetByDatabase {
  dossier: 'changed_at';
  patient: 'changed_at';
  product: 'gtin' | 'changed_in' | 'changed_at';
  store: 'changed_at';
}

type ColumnSetByDatabase<T extends keyof Schema> =
  | `folded_${string}`
  | (T extends keyof SetByDatabase ? SetByDatabase[T] : never);

/** A row to insert. */
export type NewRow<T extends keyof Schema> = Pick<
  Selectable<Schema[T]>,
  Exclude<keyof Selectable<Schema[T]>, ColumnSetByDatabase<T>>
>;

/** The first columns of every row that operators administer. */
export const NEW = { version: 1, disabled_at: null } as const;
