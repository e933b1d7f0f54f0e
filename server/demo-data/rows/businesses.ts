import type { Selectable } from 'kysely';
import type { BusinessTable, UserBusinessTable } from '#server/database/schema.ts';
import businesses from '../data/businesses.json' with { type: 'json' };
import { municipality } from '../values/municipalities.ts';
import { NEW } from './new-row.ts';
import { userIdOf } from './users.ts';
import { vatOf } from '../values/vat.ts';

/** The data of an invented company. */
interface DemoBusiness {
  readonly companyName: string;
  /** The first label of its example domain. */
  readonly domain: string;
  readonly street: string;
  readonly city: string;
  readonly workingHours: string;
  /** The username of its employee among the identities. */
  readonly operator: string;
  /** The code that confirms a cancellation; undefined when none is set (rules §6). */
  readonly cancelCode?: string;
}

/** The companies in the order of their ids, which start at 1. */
export const demoBusinesses: readonly DemoBusiness[] = businesses;

/** A telephone number that cannot exist: no Italian subscriber number begins with zeros. */
function phoneOf(city: string, businessId: number): string {
  return `${municipality(city).areaCode} 000${String(businessId).padStart(4, '0')}`;
}

/**
 * The rows of the companies.
 * @param hashOf returns the hash of a cancellation code
 */
export function businessRows(hashOf: (secret: string) => string): Selectable<BusinessTable>[] {
  return demoBusinesses.map((business, index) => {
    const vat = vatOf(index + 1);
    return {
      business_id: index + 1,
      company_name: business.companyName,
      vat,
      fiscal_code: vat,
      address: `${business.street}, ${business.city}`,
      phone: phoneOf(business.city, index + 1),
      email: `info@${business.domain}.example`,
      working_hours: business.workingHours,
      web: `https://www.${business.domain}.example`,
      cancel_code_hash: business.cancelCode === undefined ? null : hashOf(business.cancelCode),
      ...NEW,
    };
  });
}

/** The links between users and companies. */
export function userBusinessRows(): UserBusinessTable[] {
  return demoBusinesses.map((business, index) => ({
    user_id: userIdOf(business.operator),
    business_id: index + 1,
  }));
}
