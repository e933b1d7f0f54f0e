import type { Purchase } from '#contract/entities/purchase.ts';
import { formatInstant } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';

/** What names a purchase in a sentence; the date as dd/MM/yyyy HH:mm:ss of Europe/Rome, the total in euro. */
interface PurchaseFacts {
  readonly id: string;
  readonly date: string;
  readonly total: string;
  readonly patient: string | undefined;
  /** Of the text that names the patient too, where the server says who that is. */
  readonly context: 'patient' | undefined;
}

/** Whose purchase it is, as far as the server says. */
export function patientName({ patient }: Purchase): string | undefined {
  const name = [patient?.firstName, patient?.lastName].filter(Boolean).join(' ');
  return name || patient?.fiscalCode;
}

/** The facts by which a dialog names a purchase. */
export function purchaseFacts(purchase: Purchase): PurchaseFacts {
  const { purchaseId, createTime, itemsAmount } = purchase;
  const patient = patientName(purchase);
  return {
    id: String(purchaseId),
    date: formatInstant(new Date(createTime)),
    total: formatTotal(itemsAmount),
    patient,
    context: patient === undefined ? undefined : 'patient',
  };
}
