import { ArrowLeftOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import type { PurchasePatient } from '#contract/entities/patient.ts';
import { nameOrFiscalCode, patientName } from '#src/components/display/patient.ts';
import screens from '#src/components/layout/screens.module.css';
import { useNavigationKey } from '#src/components/url-state.ts';
import { paths } from '#src/providers/paths.ts';
import { useOpenSale } from '#src/providers/session/sale-store.ts';
import styles from './purchases.module.css';
import { PurchaseList } from './purchase-list.tsx';

/**
 * The purchases of step 1's patient, below the patient's name. Without a patient, for example after a reload, the
 * patient search.
 */
function PatientHistory() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const patient = useOpenSale()?.patient;
  if (!patient) return <Navigate to={paths.patientSearch} replace />;

  const { patientId, fiscalCode, activeDossiers } = patient;
  return (
    <div className={screens.screen}>
      <div className={screens.tools}>
        <Button
          type="text"
          size="large"
          icon={<ArrowLeftOutlined aria-hidden />}
          aria-label={translate('purchases:back')}
          onClick={() => void navigate(-1)}
        />
        <h1>{translate('purchases:title')}</h1>
      </div>
      <p className={styles.patient}>{[patientName(patient), fiscalCode].filter(Boolean).join(' · ')}</p>
      <PurchaseList of={{ patientId, dossierId: activeDossiers[0]?.dossierId }} />
    </div>
  );
}

/** The button that was pressed is gone. */
function focus(button: HTMLElement | null): void {
  button?.focus();
}

/** The purchases of the business, or of the patient of one of them, which no address names. */
function BusinessHistory() {
  const translate = useTranslate();
  const [patient, setPatient] = useState<PurchasePatient>();
  const { patientId } = patient ?? {};
  return (
    <div className={screens.screen}>
      <h1>{translate('purchases:title')}</h1>
      {patient && (
        <div className={screens.tools}>
          <span className={styles.patient}>{nameOrFiscalCode(patient)}</span>
          <Button ref={focus} onClick={() => setPatient(undefined)}>
            {translate('purchases:ofAll')}
          </Button>
        </div>
      )}
      {patientId === undefined ? (
        <PurchaseList onPatient={setPatient} />
      ) : (
        <PurchaseList key={patientId} of={{ patientId }} />
      )}
    </div>
  );
}

/** Storico acquisti (§2): of the whole business from the menu, of one patient from step 1 of a sale. */
export function Component() {
  const navigationKey = useNavigationKey();
  const [query] = useSearchParams();
  return query.has('scope') ? <PatientHistory /> : <BusinessHistory key={navigationKey} />;
}
