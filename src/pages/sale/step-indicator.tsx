import { CheckOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import styles from './sale.module.css';
import type { Step } from './sale-reducer.ts';

const STEPS = [
  { step: 1, name: 'beneficiary' },
  { step: 2, name: 'products' },
  { step: 3, name: 'summary' },
] as const;

/** The current step: 1 Anagrafica, 2 Scarico Prodotti, 3 Riepilogo (§2). */
export function StepIndicator({ current }: { readonly current: Step }) {
  const translate = useTranslate();
  return (
    <ol className={`${styles.steps} screen-only`} aria-label={translate('sale:steps.label')}>
      {STEPS.map(({ step, name }) => (
        <li
          key={step}
          className={step === current ? styles.currentStep : step < current ? styles.doneStep : styles.step}
          aria-current={step === current ? 'step' : undefined}
        >
          <span className={styles.stepNumber} translate="no">
            {step < current ? <CheckOutlined aria-hidden /> : step}
          </span>
          <span className={styles.stepName}>{translate(`sale:steps.${name}`)}</span>
          {step < current && <span className="visually-hidden">{translate('sale:steps.done')}</span>}
        </li>
      ))}
    </ol>
  );
}
