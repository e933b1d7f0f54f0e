import { useTranslate } from '@refinedev/core';
import type { RefSelectProps } from 'antd/es/select';
import { useRef } from 'react';
import type { CartSummary } from '#contract/calls/carts.ts';
import type { Id } from '#contract/wire.ts';
import { ConfirmDialog } from '#src/components/command/confirm-dialog.tsx';
import { Dialog } from '#src/components/dialog/dialog.tsx';
import { useFocusWhenShown } from '#src/components/dialog/focus.ts';
import { SaleFacts } from '#src/components/display/sale-facts.tsx';
import { FormField } from '#src/components/form/form-field.tsx';
import { useSecondPress } from '#src/components/form/repeated-press.ts';
import { Typeahead, type TypeaheadOption } from '#src/components/form/typeahead.tsx';
import type { NewSale } from '#src/providers/session/sale-store.ts';
import type { Stores } from './use-stores.ts';

interface StoreFieldProps {
  readonly options: readonly TypeaheadOption[];
  readonly selectedId: Id | undefined;
  readonly onChoose: (storeId: Id) => void;
}

/** The field of the dialog, open and focused. The Enter that opened the dialog does not choose a store too. */
function StoreField({ options, selectedId, onChoose }: StoreFieldProps) {
  const translate = useTranslate();
  const field = useRef<RefSelectProps>(null);
  const isSecondPress = useSecondPress(false);
  useFocusWhenShown(field);
  return (
    <div
      role="presentation"
      onKeyDownCapture={(event) => {
        if (event.key === 'Enter' && isSecondPress()) event.stopPropagation();
      }}
    >
      <FormField label={translate('patients:store.label')}>
        {(input) => (
          <Typeahead
            {...input}
            ref={field}
            startsOpen
            options={options}
            value={selectedId}
            placeholder={translate('patients:store.choose')}
            emptyText={translate('patients:store.none')}
            onChange={(storeId) => {
              if (storeId !== undefined) onChoose(storeId);
            }}
          />
        )}
      </FormField>
    </div>
  );
}

interface StoreDialogProps extends StoreFieldProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called when the dialog is gone after a choice. */
  readonly onChosen: () => void;
}

/** Lets the user choose the store of the sale. The choice closes the dialog. */
function StoreDialog({ isOpen, onClose, onChosen, onChoose, ...field }: StoreDialogProps) {
  const translate = useTranslate();
  const isChosen = useRef(false);
  return (
    <Dialog
      isOpen={isOpen}
      title={translate('patients:store.choose')}
      closesOnMask
      onClose={onClose}
      onAfterClose={() => {
        if (isChosen.current) onChosen();
        isChosen.current = false;
      }}
    >
      <StoreField
        {...field}
        onChoose={(storeId) => {
          isChosen.current = true;
          onChoose(storeId);
        }}
      />
    </Dialog>
  );
}

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
