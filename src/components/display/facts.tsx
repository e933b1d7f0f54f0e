import { useTranslate } from '@refinedev/core';
import type { ReactNode } from 'react';
import type { Patient } from '#contract/entities/patient.ts';
import type { Money } from '#contract/rules/money.ts';
import styles from './display.module.css';
import { nameOrFiscalCode } from './patient.ts';
import { Amount, asValue, NO_VALUE, Value } from './value.tsx';

export interface Detail {
  readonly label: string;
  readonly value: ReactNode;
  /** Whether it has a row of its own, because it is long. */
  readonly isLong?: boolean;
}

/** A label and its value, in a `dl`. */
export function Fact({
  label,
  value,
  className,
}: Omit<Detail, 'isLong'> & { readonly className?: string | undefined }) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd>{asValue(value)}</dd>
    </div>
  );
}

interface DetailCardProps {
  readonly title: string;
  readonly details: readonly Detail[];
  readonly children?: ReactNode;
}

export function DetailCard({ title, details, children }: DetailCardProps) {
  return (
    <section className={styles.card} aria-label={title}>
      <h2 className={styles.title}>{asValue(title)}</h2>
      <dl className={styles.details}>
        {details.map(({ label, value, isLong }) => (
          <Fact key={label} label={label} value={value ?? NO_VALUE} className={isLong ? styles.long : undefined} />
        ))}
      </dl>
      {children}
    </section>
  );
}

/** A control total in one piece, because users compare it by eye (rules §9). */
export function ControlTotal({ value }: { readonly value: string }) {
  return <Value text={value} className={styles.code} />;
}

interface FactsProps {
  /** By label; missing values are left out. */
  readonly facts: Readonly<Record<string, ReactNode>>;
  /** Euro, by label. */
  readonly amounts?: Readonly<Record<string, Money | undefined>>;
}

/** What a dialog asks about: its facts in two columns, and large what it costs. */
export function Facts({ facts, amounts = {} }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(([label, value]) => value && <Fact key={label} label={label} value={value} />)}
      {Object.entries(amounts).map(
        ([label, amount]) =>
          amount && <Fact key={label} label={label} value={<Amount value={amount} />} className={styles.factsAmount} />,
      )}
    </dl>
  );
}

/** Patient, store and voucher of a sale; unknown ones are absent. */
export interface SaleContext {
  readonly patient: Patient;
  readonly store: string | undefined;
  readonly voucher: string | undefined;
}

interface SaleFactsProps {
  readonly of: SaleContext;
  /** Euro, paid with the voucher. */
  readonly total?: Money | undefined;
  /** Euro, of one line. */
  readonly lineTotal?: Money | undefined;
}

/** Patient, store, voucher and amount of a sale. */
export function SaleFacts({ of: { patient, store, voucher }, total, lineTotal }: SaleFactsProps) {
  const translate = useTranslate();
  const label = (fact: string) => translate(`sale:facts.${fact}`);
  return (
    <Facts
      facts={{ [label('patient')]: nameOrFiscalCode(patient), [label('store')]: store, [label('voucher')]: voucher }}
      amounts={{ [label('lineTotal')]: lineTotal, [label('total')]: total }}
    />
  );
}
