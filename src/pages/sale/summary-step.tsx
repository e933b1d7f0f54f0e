import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { type Dispatch, useEffect, useEffectEvent, useRef } from 'react';
import { type CartSummary, readCartSummary } from '#contract/calls/carts.ts';
import { checkPurchase, executePurchase } from '#contract/calls/purchases.ts';
import type { Id } from '#contract/wire.ts';
import { SaleFacts } from '#src/components/display/facts.tsx';
import { Skeleton } from '#src/components/feedback/load-states.tsx';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { useScan } from '#src/components/scan/scan-listener.tsx';
import { ApiError, toApiError } from '#src/providers/api/api-error.ts';
import { useCallMutation, useCallQuery } from '#src/providers/api/call-hooks.ts';
import { lostCommand } from '#src/providers/api/command-reducer.ts';
import { useIsMounted } from '#src/providers/timing.ts';
import { isRefused, type TwoPhaseCommand, useTwoPhaseCommand } from '#src/providers/api/use-two-phase-command.ts';
import { announcePurchaseAnswered, removeUnconfirmed } from '#src/providers/session/unfinished-cart.ts';
import { useUnconfirmedPurchases } from '#src/providers/session/use-carts.ts';
import { BudgetSummary } from './budget-summary.tsx';
import { BeneficiaryCard, BusinessCard, StepCommand, StepNavigation, type StepProps } from './step-parts.tsx';
import { CartTable } from './cart-table.tsx';
import { ScanNotes } from './products/product-notices.tsx';
import { type ScanState, useScanState } from './products/use-product-scans.ts';
import { isSameCart, mayBuy, saleCart, type SaleCart, totalOf, useCartEvents, useCartQuestion } from './sale-cart.ts';
import { isPurchaseUnknown, type SaleEvent, type SaleState } from './sale-reducer.ts';
import styles from './sale.module.css';

interface Bought {
  readonly purchaseId: Id;
  readonly cart: SaleCart;
}

/** Refusals that mean that the server's cart has changed (rules §2). */
const CHANGES_CART = new Set(['VOUCHER_AMOUNT_NOT_SUFFICIENT', 'CART_CHANGED']);

const keyOf = ({ cartId }: SaleCart) => String(cartId);

/**
 * The command of a purchase (§4). The cart's summary says whether it was bought (rules §2, §6). After the user has left
 * the sale, the patient search verifies every purchase whose outcome was not shown, and again when the response
 * arrives.
 */
export function usePurchase(state: SaleState, dispatch: Dispatch<SaleEvent>, reloadCart: () => Promise<unknown>) {
  const { run: runCheck } = useCallMutation(checkPurchase);
  const { run: runExecute } = useCallMutation(executePurchase);
  const askAbout = useCartQuestion();
  const { complete, show } = useCartEvents(dispatch);
  const { note } = useUnconfirmedPurchases();
  const isMounted = useIsMounted();

  /** @throws ApiError a refusal, or that the summary could not be read */
  async function readNow(cartId: Id, signal: AbortSignal): Promise<CartSummary> {
    try {
      return await askAbout(cartId, { signal });
    } catch (error) {
      if (isRefused(error)) throw error;
      const { status, trace, shown } = toApiError(error);
      throw new ApiError({ ...(status !== undefined && { status }), trace, shown, description: 'SUMMARY_UNREAD' });
    }
  }

  const purchase: TwoPhaseCommand<SaleCart, Bought> = {
    keyOf,
    check: async ({ cartId }, signal) => (await runCheck({ params: { cartId } }, { signal })).txCommand,
    readAgain: async (shown, signal) => {
      if (!isSameCart(shown, show(await readNow(shown.cartId, signal)))) {
        throw new ApiError({ status: 409, description: 'CART_CHANGED' });
      }
    },
    execute: async (cart, execution, options) => {
      const answer = await runExecute({ params: { cartId: cart.cartId }, body: execution }, options);
      const { purchaseId, items } = answer.purchase;
      return { purchaseId, cart: { ...cart, items } };
    },
    find: async ({ cartId }, { signal }) => {
      const cart = await askAbout(cartId, { signal });
      if (cart.purchaseId === undefined) return 'pending';
      return { result: { purchaseId: cart.purchaseId, cart: saleCart(cart) } };
    },
    onExecute: ({ cartId }, txCommandId) => note(cartId, txCommandId),
    onDone: (_, { purchaseId, cart }) => {
      // After the user has left the sale, the patient search shows the outcome.
      if (isMounted.current) complete(purchaseId, cart);
    },
    onProblem: (cart, problem) => {
      if (problem.kind !== 'refused') return;
      if (!lostCommand(state.command, keyOf(cart))) removeUnconfirmed(cart);
      if (CHANGES_CART.has(problem.refusal.description) && isMounted.current) void reloadCart();
    },
    onSettled: ({ cartId }) => {
      if (!isMounted.current) announcePurchaseAnswered(cartId);
    },
  };
  return useTwoPhaseCommand(purchase, [state.command, dispatch]);
}

/**
 * The scans of step 3: a forgotten product leads back to step 2 and is added there. While a command is running, it is
 * only noted.
 */
function useForgottenProducts(scanState: ScanState, isIdle: boolean, onBack: () => void): void {
  const isLeaving = useRef(false);
  useScan((scan, isBlocked) => {
    const outcome = scanState.take(scan, isBlocked || !isIdle);
    if (outcome === 'taken') {
      // The next code may be scanned before step 2 renders.
      if (!isLeaving.current) onBack();
      isLeaving.current = true;
    }
    return outcome === 'noted' && !isIdle ? 'busy' : outcome;
  });
}

/**
 * Reads the cart for step 3 from the server (§2) and passes it to the stepper. A cart that was bought completes the
 * sale (rules §2). Use it in step 3 only.
 */
export function useFreshCart(state: SaleState, cartId: Id, dispatch: Dispatch<SaleEvent>) {
  const { data, error, refetch } = useCallQuery(readCartSummary, { params: { cartId } }, { alerts: 'expiry-only' });
  const show = useEffectEvent(useCartEvents(dispatch).show);

  useEffect(() => {
    if (data) show(data.cart);
  }, [data]);

  return {
    /** The stepper's cart, which is what is confirmed. Null until it has been read for this visit of step 3. */
    cart: data ? state.cart : null,
    reload: refetch,
    /** Set when the cart could not be read: no error message, but 'Riprova' (§8, rules §2). */
    onRetry: error ? () => void refetch() : undefined,
  };
}

interface SummaryStepProps extends StepProps {
  readonly cartId: Id;
  /** The 'Indietro' button. */
  readonly onBack: () => void;
}

/** Step 3, Riepilogo: the server's cart, and 'Conferma' (§2, §4). */
export function SummaryStep({ sale, state, cartId, facts, dispatch, onBack }: SummaryStepProps) {
  const scanState = useScanState(sale);
  const { patient } = facts;
  const translate = useTranslate();
  const confirmButton = useRef<HTMLButtonElement>(null);
  const backButton = useRef<HTMLButtonElement>(null);
  const { cart, reload, onRetry } = useFreshCart(state, cartId, dispatch);
  const purchase = usePurchase(state, dispatch, reload);
  const { command } = state;
  const isUnknown = isPurchaseUnknown(state);
  const isIdle = command.activity === 'idle' && !command.dialog && !isUnknown;
  const isRead = cart !== null;
  const isBuyable = isRead && mayBuy(cart);

  useEffect(() => {
    // The buttons are always in sight.
    if (isRead) (isBuyable ? confirmButton : backButton).current?.focus({ preventScroll: true });
  }, [isRead, isBuyable]);

  useForgottenProducts(scanState, isIdle, onBack);

  // The stepper's cart: a confirmed purchase can be executed and verified while the cart is read again.
  const { cart: confirmed } = state;
  const total = confirmed ? totalOf(confirmed) : undefined;
  const verify = () => {
    if (confirmed) void purchase.verify(confirmed);
  };

  return (
    <>
      {onRetry && (
        // No error message (§8).
        <ActionButton onClick={onRetry}>{translate('common:retry')}</ActionButton>
      )}
      {!isRead && !onRetry && <Skeleton rows={11} />}
      {cart && (
        <>
          <div className={styles.budgetCard}>
            <BudgetSummary cart={cart} facts={facts} vouchers={patient.activeVouchers} />
          </div>
          <ScanNotes scanState={scanState} />
          <div className={styles.cards}>
            <BeneficiaryCard patient={patient} />
            <BusinessCard />
          </div>
          <CartTable title={translate('sale:cart.title')} items={cart.items} total={totalOf(cart)} />
          {cart.residualAmount.lt(0) && <Alert type="error" showIcon message={translate('sale:budget.exceeded')} />}
        </>
      )}
      <StepCommand
        of="purchase"
        state={command}
        run={purchase}
        details={<SaleFacts of={facts} total={total} />}
        total={total}
        onExecute={(otp) => {
          if (confirmed) void purchase.execute(confirmed, otp);
        }}
        onVerify={verify}
      />
      <StepNavigation
        state={state}
        // The button keeps the focus while its dialog is open, because the dialog returns the focus to it.
        canConfirm={isBuyable && !isUnknown}
        canGoBack={isIdle}
        mainButton={confirmButton}
        backButton={backButton}
        onBack={onBack}
        onConfirm={() => {
          if (cart && isIdle) void purchase.check(cart);
        }}
      />
    </>
  );
}
