import { gtinCheckDigit } from '#contract/rules/product-code.ts';
import { fiscalCodeCheckCharacter } from '#contract/rules/fiscal-code.ts';
import { vatCheckDigit } from '#contract/rules/vat.ts';
import { BUSINESSES, CATEGORIES, MANUFACTURERS } from '../support/fixture.ts';

function vatOf(tenDigits: string): string {
  return tenDigits + vatCheckDigit(tenDigits);
}

function eanOf(twelveDigits: string): string {
  return twelveDigits + gtinCheckDigit(twelveDigits);
}

export function fiscalCodeOf(first15: string): string {
  return first15 + fiscalCodeCheckCharacter(first15);
}

/** Valid input for a new row of each kind. */
export const NEW_BUSINESS = {
  companyName: 'Bottega Nuova',
  vat: vatOf('0123499092'),
  fiscalCode: vatOf('0123499092'),
  address: 'Via Nuova 1, Sassari',
};

export const NEW_STORE = {
  businessId: BUSINESSES.aurora,
  code: 'PV900',
  districtCode: 'D9',
  name: 'Aurora Monte',
  address: 'Via del Monte',
  streetNumber: '3',
  city: 'Nuoro',
  latitude: 40.32,
  longitude: 9.33,
};

export const NEW_USER = {
  username: 'nuovo.utente',
  firstName: 'Nuovo',
  lastName: 'Utente',
  profile: 'BUSINESS' as const,
  businessIds: [BUSINESSES.corso],
};

export const NEW_PRODUCT = {
  name: 'Gnocchi di patate',
  ean1: eanOf('800000000999'),
  refPrice: 3.25,
  manufacturerId: MANUFACTURERS.grano,
  categoryType: 'CELIAC' as const,
  categoryIds: [CATEGORIES.pasta, CATEGORIES.bread],
};

export const NEW_PATIENT = {
  fiscalCode: fiscalCodeOf('DDUGPP50A01I452'),
  firstName: 'Giuseppe',
  lastName: 'Deiddu',
  gender: 'M' as const,
  birthDate: '1950-01-01',
  otpMode: 'NONE' as const,
  status: 'ENABLED' as const,
};
