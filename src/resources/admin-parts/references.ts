import type { Reference } from '#src/providers/data/declaration.ts';

/** How a form or a filter chooses a patient: nobody's data are read before six characters of the code. */
export const PATIENT: Reference = {
  resource: 'admin-patients',
  labels: ['lastName', 'firstName', 'fiscalCode'],
  search: 'fiscalCode',
  leastTyped: 6,
};
export const ASL: Reference = { resource: 'admin-asl', labels: ['name'], search: 'name' };
export const BUSINESS: Reference = { resource: 'admin-businesses', labels: ['companyName'], search: 'companyName' };
