import * as z from 'zod/mini';
import { described, kindCode, shortText } from '../request.ts';
import { amount, code, enumOf, integer, text } from '../wire.ts';
import { defineResource } from './define.ts';
import { disabled, maybe, monthlyAmount, words } from './fields.ts';

/** What a voucher of a kind is worth: by age and gender, or by an amount of each dossier. */
const AMOUNTS_BY = ['CEILINGS', 'OWN'] as const;

/** The ages in whole years from which a ceiling holds, up to the next one. */
export const CEILING_AGES = [0, 6, 10, 14, 18, 60] as const;

const whenByAge = { field: 'amountBy', needed: [], possible: ['CEILINGS'] } as const;

function ceiling(gender: 'male' | 'female', age: (typeof CEILING_AGES)[number]) {
  const description = `Euro a month of a ${gender} patient from the age of ${age}; absent: no voucher at this age.`;
  return { ...maybe(amount, described(monthlyAmount, { description, example: 90 })), when: whenByAge } as const;
}

/** An age of a patient never has more months. */
const MAX_MONTHS = 1200;

/**
 * The kinds of dossier (rules §4). Nobody changes the two of §4. A code is for good, and so is whether the dossiers have
 * amounts of their own. Amounts are in euro.
 */
export const adminKinds = defineResource({
  name: 'kinds',
  noun: 'kind',
  path: 'tipi-di-pratica',
  access: ['REGION'],
  fields: {
    code: {
      row: code,
      input: described(kindCode, { description: 'Code of the kind: capitals, digits and _.', example: 'NEPHRO' }),
      isFixed: true,
    },
    nameIt: words(
      described(shortText, {
        description: 'Italian name; in a search, how it begins.',
        example: 'Insufficienza renale',
      }),
    ),
    nameEn: { row: text, input: described(shortText, { description: 'English name.', example: 'Kidney disease' }) },
    amountBy: {
      row: enumOf(AMOUNTS_BY),
      input: described(z.enum(AMOUNTS_BY), {
        description: 'CEILINGS by age and gender, or an amount of each dossier.',
        example: 'CEILINGS',
      }),
    },
    male0: ceiling('male', 0),
    female0: ceiling('female', 0),
    male6: ceiling('male', 6),
    female6: ceiling('female', 6),
    male10: ceiling('male', 10),
    female10: ceiling('female', 10),
    male14: ceiling('male', 14),
    female14: ceiling('female', 14),
    male18: ceiling('male', 18),
    female18: ceiling('female', 18),
    male60: ceiling('male', 60),
    female60: ceiling('female', 60),
    fromMonths: {
      ...maybe(
        integer,
        described(z.int().check(z.minimum(0), z.maximum(MAX_MONTHS)), {
          description: 'Age in months from which a patient gets vouchers; absent: from birth.',
          example: 6,
        }),
      ),
      when: whenByAge,
    },
    disabled,
  },
  columns: ['nameIt', 'code', 'amountBy', 'disabled'],
  filters: ['nameIt', 'disabled'],
  sorts: ['nameIt'],
});
