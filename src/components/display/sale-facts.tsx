import { useTranslate } from '@refinedev/core';
import type { Patient } from '#contract/entities/patient.ts';
import type { Money } from '#contract/rules/money.ts';
import { nameOrFiscalCode } from './patient.ts';
import styles from './sale-facts.module.css';
import { Amount, asValue } from './value.tsx';

/** Patient, store and voucher of a sale; unknown ones are absent. */
export interface SaleContext {
  readonly patient: Patient;
  readonly store: string | undefined;
  readonly voucher: string | undefined;
}

const AMOUNTS = new Set(['lineTotal', 'total']);

interface SaleFactsProps {
  readonly of: SaleContext;
  /** Euro, paid with the voucher. */
  readonly total?: Money | undefined;
  /** Euro, of one line. */
  readonly lineTotal?: Money | undefined;
}

/** Patient, store and voucher in two columns, and large the amount. */
export function SaleFacts({ of: { patient, store, voucher }, total, lineTotal }: SaleFactsProps) {
  const translate = useTranslate();
  const facts = {
    patient: nameOrFiscalCode(patient),
    store,
    voucher,
    lineTotal: lineTotal && <Amount value={lineTotal} />,
    total: total && <Amount value={total} />,
  };
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(
        ([fact, value]) =>
          value && (
            <div key={fact} className={AMOUNTS.has(fact) ? styles.amount : undefined}>
              <dt>{translate(`sale:facts.${fact}`)}</dt>
              <dd>{asValue(value)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
