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
          <div key={label} className={isLong ? styles.long : undefined}>
            <dt>{label}</dt>
            <dd>{asValue(value ?? NO_VALUE)}</dd>
          </div>
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
  const fact = (label: string, value: ReactNode, className?: string) => (
    <div key={label} className={className}>
      <dt>{label}</dt>
      <dd>{asValue(value)}</dd>
    </div>
  );
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(([label, value]) => value && fact(label, value))}
      {Object.entries(amounts).map(
        ([label, amount]) => amount && fact(label, <Amount value={amount} />, styles.factsAmount),
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
