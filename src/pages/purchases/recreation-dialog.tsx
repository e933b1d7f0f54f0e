import { useDataProvider, useTranslate } from '@refinedev/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CallAnswer } from '#contract/call.ts';
import { type Cart, readCart, recreateCart } from '#contract/calls/carts.ts';
import type { Patient } from '#contract/entities/patient.ts';
import type { Purchase } from '#contract/calls/purchases.ts';
import { ConfirmDialog } from '#src/components/command/confirm-dialog.tsx';
import { useReplacementQuestion } from '#src/components/command/replacement-question.tsx';
import { WaitingNotice } from '#src/components/command/messages.tsx';
import { ApiError, isOutcomeUnknown, toApiError } from '#src/providers/api/api-error.ts';
import { useCallMutation, useLazyCall } from '#src/providers/api/call-hooks.ts';
import { useCancellableWait, useIsMounted, useSingleFlight } from '#src/providers/timing.ts';
import { useErrorText, useNotify } from '#src/providers/notifications/use-notify.ts';
import { paths } from '#src/providers/paths.ts';
import { type Sale, useSaleOpening } from '#src/providers/session/sale-store.ts';
import { useUnfinishedCart } from '#src/providers/session/use-carts.ts';
import { PurchaseFacts } from './purchase-details.tsx';

interface RecreationState {
  /** The purchase of the dialog. Kept while the dialog fades out. */
  readonly purchase: Purchase | null;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly refusal: ApiError | null;
}

const NO_RECREATION: RecreationState = { purchase: null, isOpen: false, isBusy: false, refusal: null };

type CreatedCart = CallAnswer<typeof recreateCart>['cart'];

/**
 * The names of the purchase's products that the new cart lacks, because the dossier no longer covers them (rules §6).
 */
function leftOut({ items }: Purchase, cart: Cart): readonly string[] {
  const kept = new Set(cart.items.map(({ product }) => String(product.productId)));
  return items.filter(({ product }) => !kept.has(String(product.productId))).map(({ product }) => product.name);
}

/**
 * Creates a cart with the lines of a cancelled purchase (§4). A cart charges nothing, so the request may be repeated
 * after a lost response. A double click makes one request. If the user has left the screen, the patient search offers
 * the cart.
 * @param reload reloads the list; called after a refusal, which means that the list is old
 */
export function useRecreation(reload: () => Promise<unknown>) {
  const [state, setState] = useState(NO_RECREATION);
  const translate = useTranslate();
  const navigate = useNavigate();
  const { notify, notifyError } = useNotify();
  const openSale = useSaleOpening();
  const once = useSingleFlight();
  const { run: runRecreate } = useCallMutation(recreateCart);
  const fetchCart = useLazyCall(readCart);
  const { remember } = useUnfinishedCart();
  const dataProvider = useDataProvider();
  const waiting = useCancellableWait();
  const isMounted = useIsMounted();
  const replacement = useReplacementQuestion();

  /**
   * Finds the row of the patient search for a purchase, by fiscal code and dossier (rules §1).
   * @returns undefined if the match is not certain
   * @throws ApiError if the search fails
   */
  async function findPatient({ patient, dossierId }: Purchase): Promise<Patient | undefined> {
    const fiscalCode = patient?.fiscalCode;
    if (fiscalCode === undefined) return undefined;
    const { data } = await dataProvider().getList<Patient>({
      resource: 'patients',
      filters: [{ field: 'fiscalCode', operator: 'eq', value: fiscalCode }],
      pagination: { mode: 'off' },
    });
    const rows = data.filter((row) => row.fiscalCode === fiscalCode);
    if (dossierId === undefined) return rows.length === 1 ? rows[0] : undefined;
    return rows.find((row) => row.activeDossiers.some((dossier) => String(dossier.dossierId) === String(dossierId)));
  }

  /** A server may send only the id of a new cart (§7). */
  async function complete(created: CreatedCart): Promise<Cart> {
    const { residualAmount, voucherInitialAmount } = created;
    if (residualAmount && voucherInitialAmount) return { ...created, residualAmount, voucherInitialAmount };
    return (await fetchCart({ params: { cartId: created.cartId } })).cart;
  }

  /** Null if the patient is not certain. */
  async function saleOf(purchase: Purchase, created: CreatedCart): Promise<Sale | null> {
    try {
      const cart = await complete(created);
      const patient = cart.patient ?? (await findPatient(purchase));
      return patient ? { kind: 'resumed', patient, cart, leftOut: leftOut(purchase, cart) } : null;
    } catch {
      return null;
    }
  }

  /** Without a sale the patient search offers the cart and asks to find the patient again (rules §1). */
  async function open(purchase: Purchase, created: CreatedCart): Promise<void> {
    const sale = await saleOf(purchase, created);
    if (!isMounted.current) {
      // A user who has left the screen stays on the new one.
      notify({ kind: 'success', text: translate('purchases:recreation.elsewhere', { id: purchase.purchaseId }) });
    } else if (sale) {
      openSale(sale);
    } else {
      void navigate(paths.patientSearch);
    }
  }

  async function recreate(cancelled: Purchase): Promise<void> {
    setState((now) => ({ ...now, isBusy: true, refusal: null }));
    const signal = waiting.begin();
    const options = { alerts: 'unless-lost', signal } as const;
    try {
      const { cart } = await runRecreate({ body: { purchaseId: cancelled.purchaseId } }, options);
      remember(cart.cartId);
      await open(cancelled, cart);
    } catch (error) {
      const refusal = signal.aborted ? new ApiError({ lost: true }) : toApiError(error);
      const isBroken = isOutcomeUnknown(refusal) && !refusal.lost;
      if (isOutcomeUnknown(refusal) && refusal.status !== undefined) notifyError(refusal);
      setState({ purchase: cancelled, isOpen: !refusal.shown && !isBroken, isBusy: false, refusal });
      if (!refusal.lost) void reload();
    }
  }

  const { purchase, isOpen } = state;
  return {
    ...state,
    replacement,
    ask: (cancelled: Purchase) =>
      replacement.ask(() => setState({ ...NO_RECREATION, purchase: cancelled, isOpen: true })),
    /** Creates the cart and opens step 2 of the sale with it. */
    confirm: () => {
      if (isOpen && purchase) void once(() => recreate(purchase));
    },
    stopWaiting: waiting.stop,
    close: () => setState({ ...NO_RECREATION, purchase }),
  };
}

interface RecreationDialogProps {
  readonly recreation: ReturnType<typeof useRecreation>;
  readonly onAfterClose: () => void;
}

/** 'CONFERMA CREAZIONE CARRELLO' (§2). */
export function RecreationDialog({ recreation, onAfterClose }: RecreationDialogProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { purchase, isOpen, isBusy, refusal } = recreation;
  if (!purchase) return null;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={translate('purchases:recreation.title')}
      text={translate('purchases:recreation.text')}
      details={<PurchaseFacts of={purchase} />}
      error={refusal && (refusal.lost ? translate('purchases:recreation.lost') : errorText(refusal))}
      tone={refusal?.lost ? 'warning' : 'error'}
      waiting={<WaitingNotice activity={isBusy ? 'creating' : 'idle'} onStop={recreation.stopWaiting} />}
      isBusy={isBusy}
      yesLabel={translate('purchases:recreation.yes')}
      noLabel={translate('common:no')}
      onYes={recreation.confirm}
      onClose={recreation.close}
      onAfterClose={onAfterClose}
    />
  );
}
