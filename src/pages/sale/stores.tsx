import { CheckOutlined, ShopOutlined } from '@ant-design/icons';
import { useList, useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { downloadStoreTransactions } from '#contract/calls/purchases.ts';
import type { Store } from '#contract/calls/stores.ts';
import type { Id } from '#contract/wire.ts';
import { Dialog } from '#src/components/dialog/dialog.tsx';
import { useFocusWhenShown } from '#src/components/dialog/focus.ts';
import { LoadFailure } from '#src/components/feedback/load-states.tsx';
import { useSecondPress } from '#src/components/form/action-button.tsx';
import screens from '#src/components/layout/screens.module.css';
import { ExportButtons } from '#src/components/table/export-buttons.tsx';
import { lastStore, selectStore, useSelectedStoreId } from '#src/providers/session/selected-store.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import styles from './sale.module.css';

export type Stores = ReturnType<typeof useStores>;

export function shortStoreName({ name, companyName, storeId }: Store): string {
  return name ?? companyName ?? String(storeId);
}

function streetOf({ address, streetNumber }: Store): string {
  return [address, streetNumber].filter(Boolean).join(' ');
}

/** A store on one line: its name, and its place unless the name contains it. */
function storeName(store: Store): string {
  const { city = '' } = store;
  const name = shortStoreName(store);
  return [name, streetOf(store), name.includes(city) ? '' : city].filter(Boolean).join(' – ');
}

/** The stores of the active business. A single store is selected automatically (§3), otherwise the one chosen last. */
export function useStores() {
  const { query, result } = useList<Store>({ resource: 'stores', pagination: { mode: 'off' } });
  const selectedId = useSelectedStoreId();
  const { data: identity, isLoading: isNotKnownYet } = useIdentity();
  const isSignedIn = useIsSignedIn();
  const isBusinessKnown = identity?.businessId !== undefined || identity?.companyName !== undefined;
  // The end of the session clears the choice (rules §3).
  const last = identity && isBusinessKnown && isSignedIn ? lastStore(identity.username, identity.businessId) : null;
  const stores = result.data;
  const only = stores.length === 1 ? stores[0] : undefined;
  // A server may send the same id as a number or as a string.
  const storeOf = (id: Id | null | undefined) => stores.find(({ storeId }) => String(storeId) === String(id));
  const selected = only ?? storeOf(selectedId) ?? storeOf(last?.read()) ?? null;
  const foundId = selected?.storeId;

  useEffect(() => {
    if (foundId !== undefined && isSignedIn) selectStore(foundId);
  }, [foundId, isSignedIn]);

  return {
    all: stores,
    isEmpty: query.isSuccess && stores.length === 0,
    /** The store of this tab, or null if none is chosen. */
    selected,
    /** Whether the selection is still unknown. */
    isLoading: query.isLoading || isNotKnownYet,
    /** Set when the list could not be loaded. */
    onRetry: query.isError ? () => void query.refetch() : undefined,
    /** Chooses a store for this tab and for the next session. */
    choose: (storeId: Id) => {
      selectStore(storeId);
      last?.write(storeId);
    },
  };
}

interface StoreBarProps {
  readonly stores: Stores;
  readonly onChoose: () => void;
}

/** The selected store, with the buttons to change it and to download its transactions (§2). */
export function StoreBar({ stores: { isEmpty, selected, isLoading, onRetry }, onChoose }: StoreBarProps) {
  const translate = useTranslate();
  if (onRetry) return <LoadFailure onRetry={onRetry} />;
  const missing = isEmpty ? 'patients:store.none' : 'patients:store.choose';
  const canChange = selected !== null || isLoading;
  return (
    <section className={styles.storeBar} aria-label={translate('patients:store.label')}>
      <ShopOutlined className={styles.storeIcon} aria-hidden />
      <div className={styles.storeName}>
        <span className={styles.storeLabel}>{translate('patients:store.label')}</span>
        {isLoading ? (
          <div className="skeleton skeleton--line" aria-hidden="true" />
        ) : (
          <strong>{selected ? storeName(selected) : translate(missing)}</strong>
        )}
      </div>
      <div className={screens.tools}>
        <Button type={canChange ? 'default' : 'primary'} disabled={isEmpty || isLoading} onClick={onChoose}>
          {translate(canChange ? 'patients:store.change' : 'patients:store.choose')}
        </Button>
        <ExportButtons
          call={downloadStoreTransactions}
          label={translate('patients:store.transactions')}
          excelLabel={translate('patients:store.transactionsExcel')}
          disabled={!selected || isLoading}
          onExport={(begin) => {
            if (selected) begin({ params: { storeId: selected.storeId } });
          }}
        />
      </div>
    </section>
  );
}

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
 * The stores as rows, the town first, or the name where the town is unknown. The arrows move through them, and a letter goes to the next town that begins with it.
 * The Enter that opened the dialog does not choose a store too.
 */
function StoreRows({ stores, selectedId, onChoose }: StoreRowsProps) {
  const translate = useTranslate();
  const rows = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const isSecondPress = useSecondPress(false);
  useFocusWhenShown(first);
  const selectedIndex = stores.findIndex(({ storeId }) => storeId === selectedId);
  const firstIndex = Math.max(0, selectedIndex);
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
        const { storeId, city } = store;
        const name = shortStoreName(store);
        // Only what else tells it from the others.
        const rest = [streetOf(store), city === undefined ? '' : name].filter(Boolean).join(' · ');
        return (
          <button
            key={storeId}
            ref={index === firstIndex ? first : null}
            type="button"
            role="option"
            aria-selected={index === selectedIndex}
            tabIndex={index === current ? 0 : -1}
            onFocus={() => setCurrent(index)}
            onClick={() => onChoose(storeId)}
          >
            <span>
              <strong>{city ?? name}</strong>
              {rest !== '' && <span>{rest}</span>}
            </span>
            {index === selectedIndex && <CheckOutlined aria-hidden />}
          </button>
        );
      })}
    </div>
  );
}

interface StoreDialogProps {
  readonly stores: Stores;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called when the dialog is gone after a choice. */
  readonly onChosen: () => void;
}

/** Lets the user choose the store of the sale. The choice closes the dialog. */
export function StoreDialog({ stores, isOpen, onClose, onChosen }: StoreDialogProps) {
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
        stores={stores.all}
        selectedId={stores.selected?.storeId}
        onChoose={(storeId) => {
          isChosen.current = true;
          stores.choose(storeId);
          onClose();
        }}
      />
    </Dialog>
  );
}
