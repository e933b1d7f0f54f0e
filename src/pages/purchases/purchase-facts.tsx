import { useTranslate } from '@refinedev/core';
import type { Purchase } from '#contract/calls/purchases.ts';
import { formatInstant } from '#contract/rules/dates.ts';
import { nameOrFiscalCode } from '#src/components/display/patient.ts';
import { Facts } from '#src/components/display/sale-facts.tsx';

/** Which purchase a dialog asks about: number, date as dd/MM/yyyy HH:mm:ss in Europe/Rome, patient and total. */
export function PurchaseFacts({ of: { purchaseId, createTime, itemsAmount, patient } }: { readonly of: Purchase }) {
  const translate = useTranslate();
  return (
    <Facts
      facts={{
        [translate('purchases:detail.number')]: String(purchaseId),
        [translate('purchases:column.date')]: formatInstant(new Date(createTime)),
        [translate('purchases:column.patient')]: nameOrFiscalCode(patient),
      }}
      amounts={{ [translate('purchases:column.total')]: itemsAmount }}
    />
  );
}
