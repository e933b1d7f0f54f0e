import { useTranslate } from '@refinedev/core';
import { Alert, Button, type InputRef } from 'antd';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import type { CartSummary } from '#contract/calls/carts.ts';
import type { Patient } from '#contract/entities/patient.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { ConfirmDialog } from '#src/components/command/confirm-dialog.tsx';
import { useFocusFallback } from '#src/components/dialog/focus.ts';
import { SaleFacts } from '#src/components/display/facts.tsx';
import {
  categoryTypeOf,
  dossierStatus,
  patientKey,
  patientName,
  voucherStatus,
} from '#src/components/display/patient.ts';
import { chipOf } from '#src/components/display/statuses.ts';
import { useKindChip } from '#src/components/display/use-kind-chip.ts';
import { LoadFailure } from '#src/components/feedback/load-states.tsx';
import { ActionButton } from '#src/components/form/action-button.tsx';
import screens from '#src/components/layout/screens.module.css';
import { ReceiptPrinting } from '#src/components/receipt/receipt-printing.tsx';
import { titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { prefetch } from '#src/providers/loading/load-lazy.ts';
import { useNotify } from '#src/providers/notifications/use-notify.ts';
import { salePaths } from '#src/providers/paths.ts';
import { closeSale, type NewSale, useOpenedCart, useSaleOpening } from '#src/providers/session/sale-store.ts';
import { storedBought } from '#src/providers/session/unfinished-cart.ts';
import { type PurchaseOutcomes as Outcomes, usePurchaseOutcomes, useResumableCart } from './left-carts.ts';
import { PatientSearchForm, usePatientSearch } from './patient-search-form.tsx';
import styles from './sale.module.css';
import { shortStoreName, StoreBar, StoreDialog, useStores } from './stores.tsx';

interface ActionAlertProps {
  readonly type: 'info' | 'success' | 'warning';
  readonly title: string;
  readonly text: string;
  /** The buttons, below the text on a narrow screen. */
  readonly children: ReactNode;
}

/** An alert with a decision and its buttons. When a focused button disappears, the screen gets the focus (design §5). */
function ActionAlert({ type, title, text, children }: ActionAlertProps) {
  const actions = useRef<HTMLDivElement>(null);
  useFocusFallback(actions);
  return (
    <Alert
      type={type}
      showIcon
      message={
        <div className={screens.tools}>
          <div className={styles.alertWords}>
            <strong>{title}</strong>
            {text !== '' && <p>{text}</p>}
          </div>
          <div ref={actions} className={screens.tools}>
            {children}
          </div>
        </div>
      }
    />
  );
}

type PatientTableProps = Pick<ComponentProps<typeof DataTable<Patient>>, 'tableProps' | 'onRetry' | 'onOpen'>;

/** The patients found, 5 per page (§2, §9). */
function PatientTable(props: PatientTableProps) {
  const translate = useTranslate();
  const kindChip = useKindChip();
  const title = (key: string) => translate(`patients:column.${key}`);
  const columns = titled<Patient>(title, [
    { kind: 'text', key: 'fiscalCode', value: (row) => row.fiscalCode, opensRow: true },
    { kind: 'text', key: 'firstName', value: (row) => row.firstName },
    { kind: 'text', key: 'lastName', value: (row) => row.lastName },
    { kind: 'date', key: 'birthDate', shows: 'day', value: (row) => row.birthDate },
    { kind: 'chip', key: 'categoryType', value: (row) => kindChip(categoryTypeOf(row)) },
    { kind: 'chip', key: 'dossier', value: (row) => chipOf('dossier', dossierStatus(row), translate) },
    { kind: 'chip', key: 'voucher', value: (row) => chipOf('voucher', voucherStatus(row), translate) },
  ]);
  return (
    <DataTable
      label={translate('patients:list')}
      columns={columns.map((column) => ({ ...column, sortable: true }))}
      rowKey={patientKey}
      {...props}
    />
  );
}

interface CompletedPurchaseProps {
  readonly cart: CartSummary;
  /** The patient, if known: another server may omit it (rules §1). */
  readonly patient: Patient | undefined;
  readonly onClose: () => void;
}

/** A purchase that succeeded although its response was lost, with its receipt (rules §2). */
function CompletedPurchase({ cart, patient, onClose }: CompletedPurchaseProps) {
  const translate = useTranslate();
  const name = patientName(patient);
  const text = `patients:unfinished.bought.${name === '' ? 'text' : 'textOf'}`;
  if (cart.purchaseId === undefined) return null;
  return (
    <ActionAlert
      type="success"
      title={translate('patients:unfinished.bought.title')}
      text={translate(text, { name, total: formatTotal(cart.itemsAmount) })}
    >
      <ReceiptPrinting purchaseId={cart.purchaseId} />
      <Button onClick={onClose}>{translate('common:close')}</Button>
    </ActionAlert>
  );
}

interface UnfinishedCartProps extends CompletedPurchaseProps {
  readonly onResume: (patient: Patient) => void;
}

/** Offers the unfinished cart, or its receipt if the purchase succeeded after all (rules §1, §3). */
function UnfinishedCart({ cart, patient, onResume, onClose }: UnfinishedCartProps) {
  const translate = useTranslate();
  if (cart.purchaseId !== undefined) return <CompletedPurchase cart={cart} patient={patient} onClose={onClose} />;
  const values = { name: patientName(patient), n: cart.items.length, total: formatTotal(cart.itemsAmount) };
  return (
    <ActionAlert
      type="info"
      title={translate('patients:unfinished.title')}
      text={translate(`patients:unfinished.${patient ? 'offer' : 'findAgain'}`, values)}
    >
      {patient && (
        <ActionButton type="primary" onClick={() => onResume(patient)}>
          {translate('patients:unfinished.resume')}
        </ActionButton>
      )}
      <Button onClick={onClose}>{translate('patients:unfinished.drop')}</Button>
    </ActionAlert>
  );
}

/** The purchases with an unknown outcome: bought, with the receipt, or still unknown (rules §2). */
function PurchaseOutcomes({ purchases, verify, close }: Outcomes) {
  const translate = useTranslate();
  return purchases.map(({ key, outcome }) => {
    if (outcome.kind === 'bought') {
      const { cart } = outcome;
      return <CompletedPurchase key={key} cart={cart} patient={cart.patient} onClose={() => close(key)} />;
    }
    const { kind } = outcome;
    const isVerifying = kind === 'verifying';
    return (
      <ActionAlert
        key={key}
        type={isVerifying ? 'info' : 'warning'}
        title={translate(`patients:unknownOutcome.${isVerifying ? 'verifying' : 'title'}`)}
        text={isVerifying ? '' : translate(`patients:unknownOutcome.${kind === 'underway' ? 'underway' : 'text'}`)}
      >
        <ActionButton type="primary" loading={isVerifying} onClick={() => verify(key)}>
          {translate('common:unknownOutcome.verify')}
        </ActionButton>
        {kind === 'unknown' && <Button onClick={() => close(key)}>{translate('common:close')}</Button>}
      </ActionAlert>
    );
  });
}

/** A question before a sale opens: about a purchase with an unknown outcome, or about an unfinished cart. */
interface SaleQuestion {
  readonly about: 'unknownOutcome' | 'unfinished';
  readonly sale: NewSale;
}

interface SaleQuestionsProps {
  readonly question: SaleQuestion | null;
  readonly cart: CartSummary | null;
  readonly onNew: (sale: NewSale) => void;
  /** Continues with the unfinished cart instead. */
  readonly onResume: (patient: Patient) => void;
  readonly onClose: () => void;
}

/** The questions before a sale (rules §2, §3). */
function SaleQuestions({ question, cart, onNew, onResume, onClose }: SaleQuestionsProps) {
  const translate = useTranslate();
  const sale = question?.sale;
  const facts = sale && { patient: sale.patient, store: sale.storeName, voucher: undefined };
  const open = () => {
    if (sale) onNew(sale);
  };
  return (
    <>
      <ConfirmDialog
        isOpen={question?.about === 'unknownOutcome'}
        title={translate('patients:unknownOutcome.title')}
        text={translate('patients:unknownOutcome.question')}
        details={facts && <SaleFacts of={facts} />}
        yesLabel={translate('patients:unknownOutcome.yes')}
        noLabel={translate('common:no')}
        enterMeans="no"
        onYes={open}
        onClose={onClose}
      />
      <ConfirmDialog
        isOpen={question?.about === 'unfinished'}
        title={translate('patients:unfinished.title')}
        text={translate('patients:unfinished.question')}
        details={
          facts &&
          cart && (
            <SaleFacts
              of={{ ...facts, store: cart.store?.name, voucher: cart.voucher?.code }}
              total={cart.itemsAmount}
            />
          )
        }
        yesLabel={translate('patients:unfinished.yes')}
        noLabel={translate('patients:unfinished.new')}
        onYes={() => {
          if (sale) onResume(sale.patient);
        }}
        onNo={open}
        onClose={onClose}
      />
    </>
  );
}

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
  const chooseStore = (then: Patient | null) => {
    waiting.current = then;
    setIsChoosingStore(true);
  };

  const open = (patient: Patient) => {
    const { selected } = stores;
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
  };
  const { tableProps, attempt, isLoading, found, isUnknownCode, onRetry, search, reset } = usePatientSearch(
    open,
    !stores.isLoading,
  );

  useEffect(() => {
    storedBought.remove();
  }, []);
  useEffect(() => {
    if (found !== null) void prefetch(salePaths.beneficiary);
  }, [found]);

  const { cart } = resumable;
  const resume = (patient: Patient) => {
    if (cart) openSale({ kind: 'resumed', patient, cart });
  };
  const drop = () => {
    resumable.drop();
    closeSale();
  };

  return (
    <div className={screens.screen}>
      <h1>{translate('patients:title')}</h1>
      <StoreBar stores={stores} onChoose={() => chooseStore(null)} />
      <PurchaseOutcomes {...outcomes} />
      {resumable.onRetry && <LoadFailure onRetry={resumable.onRetry} />}
      {cart && <UnfinishedCart cart={cart} patient={resumable.patient} onResume={resume} onClose={drop} />}
      <PatientSearchForm fiscalCodeField={fiscalCodeField} isSearching={isLoading} onSearch={search} onReset={reset} />
      <p className={isUnknownCode ? '' : 'visually-hidden'} role="status">
        {found !== null && translate(isUnknownCode ? 'patients:nobody' : 'patients:found', { n: found })}
      </p>
      {attempt > 0 && <PatientTable key={attempt} tableProps={tableProps} onRetry={onRetry} onOpen={open} />}
      <StoreDialog
        stores={stores}
        isOpen={isChoosingStore}
        onClose={() => setIsChoosingStore(false)}
        onChosen={() => {
          dismiss(NO_STORE);
          if (waiting.current) open(waiting.current);
          else fiscalCodeField.current?.focus();
        }}
      />
      <SaleQuestions
        question={question}
        cart={cart}
        onNew={(sale) => openSale({ ...sale, replaces: cart?.cartId })}
        onResume={resume}
        onClose={() => setQuestion(null)}
      />
    </div>
  );
}
