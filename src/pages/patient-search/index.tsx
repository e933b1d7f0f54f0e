import { useTranslate } from '@refinedev/core';
import type { InputRef } from 'antd';
import { useCallback, useRef, useState } from 'react';
import type { Patient } from '#contract/entities/patient.ts';
import { ConfirmDialog } from '#src/components/command-dialogs/confirm-dialog.tsx';
import { RetryLine } from '#src/components/retry-line/retry-line.tsx';
import { type NewSale, closeSale, useOpenedCart, useSaleOpening } from '#src/hooks/use-sale.ts';
import { NOTICE_MS, dismissAlert, showAlert } from '#src/providers/notifications/alert-store.ts';
import { PurchasesToTell } from './resume/purchases-to-tell.tsx';
import { UnfinishedCart } from './resume/unfinished-cart.tsx';
import { useLeftCart } from './resume/use-left-cart.ts';
import { usePurchasesToTell } from './resume/use-purchases-to-tell.ts';
import { StoreBar } from './store/store-bar.tsx';
import { useStores } from './store/use-stores.ts';
import { PatientSearchForm } from './search/patient-search-form.tsx';
import { PatientTable } from './search/patient-table.tsx';
import styles from './search/patient-search.module.css';
import { usePatientSearch } from './search/use-patient-search.ts';

const NO_STORE = 'NO_STORE';

/**
 * Store, search and list (§2). A patient opens only once a store is chosen (§5: NO_STORE); one whose cart was left
 * open is asked about first.
 */
export function Component() {
  const translate = useTranslate();
  const openSale = useSaleOpening();
  const openedCart = useOpenedCart();
  const stores = useStores();
  const toTell = usePurchasesToTell(openedCart);
  const left = useLeftCart(openedCart, toTell.isOutcomeUnknown);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const fiscalCodeField = useRef<InputRef>(null);
  const [asked, setAsked] = useState<NewSale | null>(null);
  const [doubted, setDoubted] = useState<NewSale | null>(null);
  const storeId = stores.selected?.storeId;

  const open = useCallback(
    (patient: Patient) => {
      if (storeId === undefined) {
        const text = translate(`patients:warning.${NO_STORE}`);
        showAlert({ kind: 'warning', text, key: NO_STORE, duration: NOTICE_MS, dismissible: true });
        chooseButton.current?.focus();
        return;
      }
      const sale: NewSale = { kind: 'new', patient, storeId };
      if (toTell.mayBelongTo(patient)) setDoubted(sale);
      else if (left.mayBelongTo(patient)) setAsked(sale);
      else openSale(sale);
    },
    [storeId, toTell, left, openSale, translate],
  );
  const { attempt, patients, isLoading, isAnswered, onRetry, search, reset } = usePatientSearch(
    open,
    !stores.isLoading,
  );
  const resume = (patient: Patient) => {
    if (left.cart) openSale({ kind: 'resumed', patient, cart: left.cart });
  };

  const drop = () => {
    left.drop();
    closeSale();
  };

  return (
    <div className={styles.screen}>
      <h1>{translate('patients:title')}</h1>
      <StoreBar
        {...stores}
        chooseButton={chooseButton}
        onChosen={() => {
          dismissAlert(NO_STORE);
          fiscalCodeField.current?.focus();
        }}
      />
      <PurchasesToTell {...toTell} />
      {left.onRetry && <RetryLine onRetry={left.onRetry} />}
      {left.cart && <UnfinishedCart cart={left.cart} patient={left.patient} onResume={resume} onDrop={drop} />}
      <PatientSearchForm fiscalCodeField={fiscalCodeField} isSearching={isLoading} onSearch={search} onReset={reset} />
      <p className="visually-hidden" role="status">
        {isAnswered && translate('patients:found', { n: patients.length })}
      </p>
      <PatientTable key={attempt} patients={patients} isLoading={isLoading} onRetry={onRetry} onOpen={open} />
      <ConfirmDialog
        isOpen={doubted !== null}
        title={translate('patients:inDoubt.title')}
        text={translate('patients:inDoubt.question')}
        enterMeans="no"
        onYes={() => {
          if (doubted) openSale(doubted);
        }}
        onClose={() => setDoubted(null)}
      />
      <ConfirmDialog
        isOpen={asked !== null}
        title={translate('patients:unfinished.title')}
        text={translate('patients:unfinished.question')}
        onYes={() => {
          if (asked) resume(asked.patient);
        }}
        onNo={() => {
          if (asked) openSale(asked);
        }}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}
