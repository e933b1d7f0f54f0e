import * as z from 'zod/mini';
import { today } from '#contract/rules/clock.ts';
import { addDays } from '#contract/rules/dates.ts';
import { isValidFiscalCode, normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';
import { dayField } from '#src/components/period-form/period-schema.ts';
import { readText } from '#contract/rules/typed-text.ts';
import { type PeriodInput, daysInOrder } from '#src/providers/data/filter-values.ts';

/** The values of the form. */
export interface AccessSearch extends PeriodInput {
  readonly fiscalCode: string;
  readonly user: string;
  readonly companyName: string;
}

/** The rules of the form. The errors are text keys under `error`. */
export const accessSearch = z
  .object({
    fiscalCode: z.string().check(z.overwrite(normalizeFiscalCode), z.refine(isValidFiscalCode, 'fiscalCode')),
    user: z.string().check(z.overwrite(readText)),
    companyName: z.string().check(z.overwrite(readText)),
    dateStart: dayField('startRequired'),
    dateEnd: dayField('endRequired'),
  })
  .check(daysInOrder);

const USUAL_DAYS = 30;

/** The initial form: the last days, no patient. */
export function emptySearch(): AccessSearch {
  const dateEnd = today();
  return { fiscalCode: '', user: '', companyName: '', dateStart: addDays(dateEnd, -USUAL_DAYS), dateEnd };
}

/** The parameters of the calls, without empty fields. */
export function accessQueryOf({ user, companyName, ...needed }: AccessSearch) {
  return { ...needed, ...(user !== '' && { user }), ...(companyName !== '' && { companyName }) };
}

export type AccessQuery = ReturnType<typeof accessQueryOf>;
