import type { UserBusinessTable } from '#server/database/schema.ts';
import businesses from '../data/businesses.json' with { type: 'json' };
import { municipality } from '../values/municipalities.ts';
import { NEW, type NewRow } from './new-row.ts';
import { userIdOf } from './users.ts';
import { vatOf } from '../values/vat.ts';

/** A telephone number that cannot exist: no Italian subscriber number begins with zeros. */
function phoneOf(city: string, businessId: number): string {
  return `${municipality(city).areaCode} 000${String(businessId).padStart(4, '0')}`;
}

/**
 * The rows of the companies.
 * @param hashOf returns the hash of a cancellation code
 */
export function businessRows(hashOf: (secret: string) => string): NewRow<'business'>[] {
  return businesses.map((business, index) => {
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
  return businesses.map((business, index) => ({
    user_id: userIdOf(business.username),
    business_id: index + 1,
  }));
}
