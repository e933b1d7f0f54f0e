import { useTranslate } from '@refinedev/core';
import type { InputRef } from 'antd';
import { useCallback, useRef, useState } from 'react';
import type { Patient } from '#contract/entities/patient.ts';
import { usePreloadedScreen } from '#src/components/layout/screen-routes.ts';
import { RetryLine } from '#src/components/retry/retry-line.tsx';
import { useNotify } from '#src/hooks/use-notify.ts';
import { type NewSale, closeSale, useOpenedCart, useSaleOpening } from '#src/hooks/sale-store.ts';
import { salePaths } from '#src/providers/paths.ts';
import { Dialogs, type SaleQuestion } from './dialogs.tsx';
import { PatientSearchForm } from './patient-search-form.tsx';
import styles from './patient-search.module.css';
import { PatientTable } from './patient-table.tsx';
import { PurchaseOutcomes } from './purchase-outcomes.tsx';
import { StoreBar } from './store-bar.tsx';
import { UnfinishedCart } from './unfinished-cart.tsx';
import { usePatientSearch } from './use-patient-search.ts';
import { usePurchaseOutcomes } from './use-purchase-outcomes.ts';
import { useResumableCart } from './use-resumable-cart.ts';
import { shortStoreName, useStores } from './use-stores.ts';

const NO_STORE = 'NO_STORE';

/**
 * Store, search and list (§2). A patient opens only after a store is chosen (§5: NO_STORE), and then automatically. A
 * patient with an unfinished cart first gets a question.
 */
export function Component() {
  const translate = useTranslate();
  const { notify, dismiss } = useNotify();
  const openSale = useSaleOpening();
  const openedCart = useOpenedCart();
  const stores = useStores();
  const outcomes = usePurchaseOutcomes(openedCart);
  const resumable = useResumableCart(openedCart, outcomes.isOutcomeUnknown);
  const fiscalCodeField = useRef<InputRef>(null);
  const [question, setQuestion] = useState<SaleQuestion | null>(null);
  const [isChoosingStore, setIsChoosingStore] = useState(false);
  const waiting = useRef<Patient>(null);
  const chooseStore = useCallback((then: Patient | null) => {
    waiting.current = then;
    setIsChoosingStore(true);
  }, []);

  // The store must be chosen first.
  const [hasOpenedStoreDialog, setHasOpenedStoreDialog] = useState(false);
  if (stores.isMissing && !hasOpenedStoreDialog) {
    setHasOpenedStoreDialog(true);
    setIsChoosingStore(true);
  }
  const { selected } = stores;

  const open = useCallback(
    (patient: Patient) => {
      if (!selected) {
        notify({ kind: 'warning', text: translate(`patients:warning.${NO_STORE}`), key: NO_STORE });
        chooseStore(patient);
        return;
      }
      const { storeId } = selected;
      const sale: NewSale = { kind: 'new', patient, storeId, storeName: shortStoreName(selected) };
      if (outcomes.mayBelongTo(patient)) setQuestion({ about: 'unknownOutcome', sale });
      else if (resumable.mayBelongTo(patient)) setQuestion({ about: 'unfinished', sale });
      else openSale(sale);
    },
    [selected, outcomes, resumable, openSale, chooseStore, notify, translate],
  );
  const { tableProps, attempt, isLoading, found, isUnknownCode, hasMore, onRetry, search, reset } = usePatientSearch(
    open,
    !stores.isLoading,
  );

  usePreloadedScreen(salePaths.beneficiary, found !== null);

  const { cart, patient } = resumable;
  const resume = (owner: Patient) => {
    if (cart) openSale({ kind: 'resumed', patient: owner, cart });
  };

  const drop = () => {
    resumable.drop();
    closeSale();
  };

  return (
    <div className={styles.screen}>
      <h1>{translate('patients:title')}</h1>
      <StoreBar {...stores} onChoose={() => chooseStore(null)} />
      <PurchaseOutcomes {...outcomes} />
      {resumable.onRetry && <RetryLine onRetry={resumable.onRetry} />}
      {cart && <UnfinishedCart cart={cart} patient={patient} onResume={resume} onDrop={drop} />}
      <PatientSearchForm fiscalCodeField={fiscalCodeField} isSearching={isLoading} onSearch={search} onReset={reset} />
      <p className={isUnknownCode ? '' : 'visually-hidden'} role="status">
        {found !== null && translate(isUnknownCode ? 'patients:nobody' : 'patients:found', { n: found })}
      </p>
      {hasMore && <p role="status">{translate('patients:hasMore')}</p>}
      <PatientTable key={attempt} tableProps={tableProps} onRetry={onRetry} onOpen={open} />
      <Dialogs
        stores={stores}
        isChoosingStore={isChoosingStore}
        question={question}
        cart={cart}
        onStoreClose={() => setIsChoosingStore(false)}
        onStoreChosen={() => {
          dismiss(NO_STORE);
          if (waiting.current) open(waiting.current);
          else fiscalCodeField.current?.focus();
        }}
        onNew={openSale}
        onResume={({ patient: owner }) => resume(owner)}
        onQuestionClose={() => setQuestion(null)}
      />
    </div>
  );
}
