import { useTranslate } from '@refinedev/core';
import type { ReactNode } from 'react';
import type { Patient, Voucher } from '#contract/entities/patient.ts';
import { today } from '#contract/rules/clock.ts';
import { addDays, type Day, formatDay } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { categoryTypeOf, dossierStatus, voucherStatus } from '#src/components/display/patient.ts';
import type { SaleContext } from '#src/components/display/facts.tsx';
import { StatusChip } from '#src/components/display/status-chip.tsx';
import { chipOf } from '#src/components/display/statuses.ts';
import { useKindChip } from '#src/components/display/use-kind-chip.ts';
import { Amount, NO_VALUE, Value } from '#src/components/display/value.tsx';
import screens from '#src/components/layout/screens.module.css';
import { expiryOf } from './sale-cart.ts';
import styles from './sale.module.css';

/** A voucher that ends within so many days is told in amber, and one with less than this left, in euro. */
const SOON_DAYS = 7;
const LITTLE_EURO = 5;

/** The days until a day of the next week; undefined for any other day. */
function daysUntil(day: Day): number | undefined {
  const days = Array.from({ length: SOON_DAYS + 1 }, (_, index) => index);
  return days.find((count) => addDays(today(), count) === day);
}

/** When a voucher expires, in amber if that is soon. */
function Expiry({ of: voucher }: { readonly of: Voucher }) {
  const translate = useTranslate();
  const day = expiryOf(voucher);
  if (day === undefined) return null;
  const count = daysUntil(day);
  if (count === undefined) return <p>{translate('sale:expiry.on', { day: formatDay(day) })}</p>;
  return <p className={styles.amber}>{translate(`sale:expiry.${count === 0 ? 'today' : 'in'}`, { count })}</p>;
}

/** What is left on a voucher and until when, where the server tells it (rules §1). */
function VoucherLeft({ of: voucher }: { readonly of: Voucher }) {
  const translate = useTranslate();
  const { residualAmount: left, initialAmount } = voucher;
  if (!left) return null;
  const isLittle = left.lt(LITTLE_EURO);
  const texts = { left: formatTotal(left), initial: initialAmount ? formatTotal(initialAmount) : NO_VALUE };
  return (
    <div className={styles.patientAmount}>
      <dl>
        <dt>{translate('sale:beneficiary.voucherLeft')}</dt>
        <dd className={left.gt(0) ? (isLittle ? styles.amber : '') : styles.red}>
          <Amount value={left} />
        </dd>
      </dl>
      <p className={isLittle && left.gt(0) ? styles.amber : ''}>
        {translate(isLittle ? 'sale:beneficiary.littleLeft' : 'sale:beneficiary.leftOf', texts)}
      </p>
      <Expiry of={voucher} />
    </div>
  );
}

/** First and last name and the fiscal code, the name large. */
function Person({ patient }: { readonly patient: Patient }) {
  const translate = useTranslate();
  const names = ['firstName', 'lastName', 'fiscalCode'] as const;
  return (
    <dl className={styles.person}>
      {names.map((name) => {
        const value = patient[name];
        return (
          value !== undefined && (
            <div key={name} className={name === 'fiscalCode' ? styles.patientCode : styles.patientName}>
              <dt className="visually-hidden">{translate(`sale:beneficiary.${name}`)}</dt>
              <dd>
                <Value text={value} />
              </dd>
            </div>
          )
        );
      })}
    </dl>
  );
}

interface PatientHeadProps {
  readonly patient: Patient;
  /** The voucher to charge, if there is one. */
  readonly voucher: Voucher | undefined;
  /** The buttons. */
  readonly children: ReactNode;
}

/** The patient of step 1: who it is, dossier and voucher (§2), and what is left on the voucher. */
export function PatientHead({ patient, voucher, children }: PatientHeadProps) {
  const translate = useTranslate();
  const kindChip = useKindChip();
  const label = (key: string) => translate(`sale:beneficiary.${key}`);
  const chips = [
    ['categoryType', kindChip(categoryTypeOf(patient))],
    ['dossierStatus', chipOf('dossier', dossierStatus(patient), translate)],
    ['voucherStatus', chipOf('voucher', voucherStatus(patient), translate)],
  ] as const;
  return (
    <section className={styles.patientHead} aria-label={label('title')}>
      <div className={styles.patientFacts}>
        <Person patient={patient} />
        <dl className={styles.chips}>
          <div>
            <dt>{label('birthDate')}</dt>
            <dd>
              <Value text={patient.birthDate === undefined ? NO_VALUE : formatDay(patient.birthDate)} />
            </dd>
          </div>
          {chips.map(([key, chip]) => (
            <div key={key}>
              <dt>{label(key)}</dt>
              <dd>
                <StatusChip {...chip} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {voucher && <VoucherLeft of={voucher} />}
      <div className={`${screens.tools} ${styles.patientTools} screen-only`}>{children}</div>
    </section>
  );
}

interface SmallPatientHeadProps {
  readonly facts: SaleContext;
  /** The voucher that is charged, if the patient's row has it. */
  readonly voucher: Voucher | undefined;
}

/** The same head in the steps after the first: who it is, and where and with which voucher the patient buys. */
export function SmallPatientHead({ facts: { patient, ...facts }, voucher }: SmallPatientHeadProps) {
  const translate = useTranslate();
  const isExpiring = voucher && daysUntil(expiryOf(voucher) ?? '') !== undefined;
  return (
    <section className={styles.smallHead} aria-label={translate('sale:facts.patient')}>
      <Person patient={patient} />
      <div className={styles.chips}>
        <dl className={styles.chips}>
          {Object.entries(facts).map(
            ([fact, value]) =>
              value !== undefined && (
                <div key={fact}>
                  <dt>{translate(`sale:facts.${fact}`)}</dt>
                  <dd>
                    <Value text={value} />
                  </dd>
                </div>
              ),
          )}
        </dl>
        {isExpiring && <Expiry of={voucher} />}
      </div>
    </section>
  );
}
