import { formatDay } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import type { Receipt } from '#server/domain/purchases/read-receipt.ts';
import type { Fact, Party } from '../pdf/draw-parties.ts';

/** The company and the store. */
export function businessParty({ business, store }: Receipt): Party {
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
export function beneficiary({ patient, voucher, payer }: Receipt): Party {
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

/** The numbers of products and pieces, and the amounts of the voucher. */
export function receiptTotals({ lines, voucher, residualAfter }: Receipt): readonly Fact[] {
  const pieces = lines.reduce((total, line) => total + line.quantity, 0);
  return [
    ['Prodotti', String(lines.length)],
    ['Pezzi', String(pieces)],
    ['Importo iniziale del buono', formatTotal(voucher.initialAmount)],
    ['Residuo del buono dopo l’acquisto', formatTotal(residualAfter)],
  ];
}
