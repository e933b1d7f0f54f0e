import * as z from 'zod/mini';
import { CATEGORY_TYPES } from '#contract/entities/category.ts';
import { GENDERS } from '#contract/entities/patient.ts';
import { type Day, addDays } from '#contract/rules/dates.ts';
import cases from '../data/named-cases.json' with { type: 'json' };

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
