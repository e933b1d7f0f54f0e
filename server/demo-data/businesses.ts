import type { Selectable } from 'kysely';
import type { BusinessTable, UserBusinessTable } from '#server/database/schema.ts';
import businesses from './data/businesses.json' with { type: 'json' };
import { municipality } from './municipalities.ts';
import { NEW } from './new-row.ts';
import { userIdOf } from './users.ts';
import { vatOf } from './vat.ts';

/** An invented company before it becomes a row. */
interface DemoBusiness {
  readonly companyName: string;
  /** The first part of its example domain. */
  readonly domain: string;
  readonly street: string;
  readonly city: string;
  readonly workingHours: string;
  /** Who works there, as listed among the identities. */
  readonly operator: string;
  /** What a cancellation asks the shop for; none where the operator of the server set none (rules §6). */
  readonly cancelCode?: string;
}

/** The companies in the order of their ids, which start at 1. */
export const demoBusinesses: readonly DemoBusiness[] = businesses;

/** A telephone number that cannot exist: no Italian subscriber number begins with zeros. */
function phoneOf(city: string, businessId: number): string {
  return `${municipality(city).areaCode} 000${String(businessId).padStart(4, '0')}`;
}

/** The rows of the companies; `hashOf` gives the hash of a cancellation code. */
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

/** Who works for which company. */
export function userBusinessRows(): UserBusinessTable[] {
  return demoBusinesses.map((business, index) => ({
    user_id: userIdOf(business.operator),
    business_id: index + 1,
  }));
}
