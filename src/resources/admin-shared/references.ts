import type { Reference } from '#src/providers/data/declaration.ts';

/** The reference to a patient: the list is read only after six characters of the fiscal code. */
export const PATIENT: Reference = {
  resource: 'admin-patients',
  labels: ['lastName', 'firstName', 'fiscalCode'],
  search: 'fiscalCode',
  leastTyped: 6,
};
export const ASL: Reference = { resource: 'admin-asl', labels: ['name'], search: 'name' };
export const BUSINESS: Reference = { resource: 'admin-businesses', labels: ['companyName'], search: 'companyName' };
