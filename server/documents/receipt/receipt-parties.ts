import { formatDay } from '#contract/rules/dates.ts';
import type { Party } from '../pdf/draw-parties.ts';
import type { ReceiptContent } from './receipt-content.ts';

/** The company and the store. */
export function businessParty({ business, store }: ReceiptContent): Party {
  return {
    title: 'Esercente',
    name: business.companyName,
    facts: [
      ['Sede', business.address],
      ['Partita IVA', business.vat],
      ['Codice fiscale', business.fiscalCode],
      ['Punto vendita', `${store.name}, ${store.address}`],
    ],
  };
}

/** The patient, the voucher and the payer. */
export function beneficiary({ patient, voucher, payer }: ReceiptContent): Party {
  return {
    title: 'Assistito',
    name: `${patient.lastName} ${patient.firstName}`,
    facts: [
      ['Codice fiscale', patient.fiscalCode],
      ['Data di nascita', formatDay(patient.birthDate)],
      ['Buono', `${voucher.code} (${voucher.month.slice(5, 7)}/${voucher.month.slice(0, 4)})`],
      ['Azienda sanitaria', payer],
    ],
  };
}
