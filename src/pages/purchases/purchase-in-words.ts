import type { Purchase } from '#contract/calls/purchases.ts';
import { formatInstant } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { nameOrFiscalCode } from '#src/components/display/patient.ts';

/** The values that name a purchase in a sentence: date as dd/MM/yyyy HH:mm:ss in Europe/Rome, total in euro. */
export function purchaseInWords(purchase: Purchase) {
  const { purchaseId, createTime, itemsAmount } = purchase;
  const patient = nameOrFiscalCode(purchase.patient);
  return {
    id: String(purchaseId),
    date: formatInstant(new Date(createTime)),
    total: formatTotal(itemsAmount),
    patient,
    // Selects the text with the patient's name, if the server sends it.
    context: patient === undefined ? undefined : 'patient',
  };
}
