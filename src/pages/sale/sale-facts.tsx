import { useTranslate } from '@refinedev/core';
import type { Patient } from '#contract/entities/patient.ts';
import type { Money } from '#contract/rules/money.ts';
import { Amount } from '#src/components/amount/amount.tsx';
import type { Sale } from '#src/hooks/use-sale.ts';
import styles from './sale.module.css';
import type { SaleState } from './sale-reducer.ts';

/** For whom, where and from which voucher; what is not known is absent. */
export interface SaleCircumstances {
  readonly patient: Patient;
  readonly store: string | undefined;
  readonly voucher: string | undefined;
}

/** What the server says of the cart, otherwise what it was opened for. */
export function saleCircumstances(sale: Sale, { cart, openedFor }: SaleState): SaleCircumstances {
  const { patient } = sale;
  const opened = patient.activeVouchers.find(({ voucherId }) => voucherId === openedFor?.voucherId);
  return {
    patient,
    store: cart?.store?.name ?? (sale.kind === 'new' ? sale.storeName : undefined),
    voucher: (cart?.voucher ?? opened)?.code,
  };
}

interface SaleFactsProps {
  readonly of: SaleCircumstances;
  /** Euro: what is to be paid with the voucher. */
  readonly total?: Money | undefined;
}

/** For whom, where, from which voucher, and how much, in one line where there is room. */
export function SaleFacts({ of: { patient, store, voucher }, total }: SaleFactsProps) {
  const translate = useTranslate();
  const name = [patient.firstName, patient.lastName].filter(Boolean).join(' ');
  const facts = {
    patient: name || patient.fiscalCode,
    store,
    voucher,
    total: total && <Amount value={total} />,
  };
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(
        ([fact, value]) =>
          value && (
            <div key={fact}>
              <dt>{translate(`sale:facts.${fact}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
