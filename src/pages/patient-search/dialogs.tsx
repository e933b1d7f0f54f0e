import { useTranslate } from '@refinedev/core';
import type { CartSummary } from '#contract/entities/cart.ts';
import { ConfirmDialog } from '#src/components/command-dialogs/confirm-dialog.tsx';
import { SaleFacts } from '#src/components/sale-facts/sale-facts.tsx';
import type { NewSale } from '#src/hooks/sale-store.ts';
import { StoreDialog } from './store-dialog.tsx';
import type { Stores } from './use-stores.ts';

/** A question before a sale opens: about a purchase with an unknown outcome, or about an unfinished cart. */
export interface SaleQuestion {
  readonly about: 'unknownOutcome' | 'unfinished';
  readonly sale: NewSale;
}

interface DialogsProps {
  readonly stores: Stores;
  readonly isChoosingStore: boolean;
  readonly question: SaleQuestion | null;
  readonly cart: CartSummary | null;
  readonly onStoreClose: () => void;
  /** Called when a store was chosen and the dialog is gone. */
  readonly onStoreChosen: () => void;
  /** Opens the sale of the question. */
  readonly onNew: (sale: NewSale) => void;
  /** Continues with the unfinished cart instead. */
  readonly onResume: (sale: NewSale) => void;
  readonly onQuestionClose: () => void;
}

/** The dialogs of the patient search: the choice of the store, and the questions before a sale (§2, rules §2, §3). */
export function Dialogs(props: DialogsProps) {
  const { stores, isChoosingStore, question, cart, onStoreClose, onStoreChosen, onNew, onResume, onQuestionClose } =
    props;
  const translate = useTranslate();
  const sale = question?.sale;
  return (
    <>
      <StoreDialog
        isOpen={isChoosingStore}
        options={stores.options}
        selectedId={stores.selected?.storeId}
        onClose={onStoreClose}
        onChosen={onStoreChosen}
        onChoose={(storeId) => {
          stores.choose(storeId);
          onStoreClose();
        }}
      />
      <ConfirmDialog
        isOpen={question?.about === 'unknownOutcome'}
        title={translate('patients:unknownOutcome.title')}
        text={translate('patients:unknownOutcome.question')}
        details={sale && <SaleFacts of={{ patient: sale.patient, store: sale.storeName, voucher: undefined }} />}
        enterMeans="no"
        onYes={() => {
          if (question) onNew(question.sale);
        }}
        onClose={onQuestionClose}
      />
      <ConfirmDialog
        isOpen={question?.about === 'unfinished'}
        title={translate('patients:unfinished.title')}
        text={translate('patients:unfinished.question')}
        details={
          sale &&
          cart && (
            <SaleFacts
              of={{ patient: sale.patient, store: cart.store?.name, voucher: cart.voucher?.code }}
              total={cart.itemsAmount}
            />
          )
        }
        onYes={() => {
          if (question) onResume(question.sale);
        }}
        onNo={() => {
          if (question) onNew(question.sale);
        }}
        onClose={onQuestionClose}
      />
    </>
  );
}
