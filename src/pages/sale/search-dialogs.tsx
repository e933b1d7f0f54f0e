import { CheckOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { CartSummary } from '#contract/calls/carts.ts';
import type { Store } from '#contract/calls/stores.ts';
import type { Id } from '#contract/wire.ts';
import { ConfirmDialog } from '#src/components/command/confirm-dialog.tsx';
import { Dialog } from '#src/components/dialog/dialog.tsx';
import { useFocusWhenShown } from '#src/components/dialog/focus.ts';
import { SaleFacts } from '#src/components/display/facts.tsx';
import { useSecondPress } from '#src/components/form/action-button.tsx';
import type { NewSale } from '#src/providers/session/sale-store.ts';
import styles from './sale.module.css';
import { storeInRow, type Stores } from './use-stores.ts';

interface StoreRowsProps {
  readonly stores: readonly Store[];
  readonly selectedId: Id | undefined;
  readonly onChoose: (storeId: Id) => void;
}

/** Where a key leads from a row, of so many. */
const PLACES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * The stores as rows, town first. The arrows move through them, and a letter goes to the next town that begins with it.
 * The Enter that opened the dialog does not choose a store too.
 */
function StoreRows({ stores, selectedId, onChoose }: StoreRowsProps) {
  const translate = useTranslate();
  const rows = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const isSecondPress = useSecondPress(false);
  useFocusWhenShown(first);
  const firstIndex = Math.max(
    0,
    stores.findIndex(({ storeId }) => storeId === selectedId),
  );
  /** The row that Tab comes back to. */
  const [current, setCurrent] = useState(firstIndex);

  const move = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && isSecondPress()) event.preventDefault();
    const all = [...(rows.current?.querySelectorAll('button') ?? [])];
    const at = all.findIndex((row) => row === document.activeElement);
    const place = PLACES[event.key];
    const letter = event.key.toLowerCase();
    const following = [...all.slice(at + 1), ...all.slice(0, at + 1)];
    const next = place
      ? all[place(at, all.length)]
      : following.find((row) => letter.length === 1 && row.textContent.toLowerCase().startsWith(letter));
    if (!next || letter === ' ') return;
    event.preventDefault();
    next.focus();
  };

  return (
    <div
      ref={rows}
      className={styles.stores}
      role="listbox"
      aria-label={translate('patients:store.label')}
      tabIndex={-1}
      onKeyDown={move}
    >
      {stores.map((store, index) => {
        const { town, rest } = storeInRow(store);
        const isSelected = store.storeId === selectedId;
        return (
          <button
            key={store.storeId}
            ref={index === firstIndex ? first : null}
            type="button"
            role="option"
            aria-selected={isSelected}
            tabIndex={index === current ? 0 : -1}
            onFocus={() => setCurrent(index)}
            onClick={() => onChoose(store.storeId)}
          >
            <span>
              <strong>{town}</strong>
              {rest !== '' && <span>{rest}</span>}
            </span>
            {isSelected && <CheckOutlined aria-hidden />}
          </button>
        );
      })}
    </div>
  );
}

interface StoreDialogProps extends StoreRowsProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called when the dialog is gone after a choice. */
  readonly onChosen: () => void;
}

/** Lets the user choose the store of the sale. The choice closes the dialog. */
function StoreDialog({ isOpen, onClose, onChosen, onChoose, ...rows }: StoreDialogProps) {
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
      <StoreRows
        {...rows}
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
        stores={stores.all}
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
        yesLabel={translate('patients:unknownOutcome.yes')}
        noLabel={translate('common:no')}
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
        yesLabel={translate('patients:unfinished.yes')}
        noLabel={translate('patients:unfinished.new')}
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
