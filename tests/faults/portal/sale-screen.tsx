import { useIdentity } from '#src/providers/session/use-identity.ts';
import { type Dispatch, type FunctionComponent, useCallback, useReducer, useState } from 'react';
import type { Id } from '#contract/wire.ts';
import { type PurchaseOutcomes, usePurchaseOutcomes, useResumableCart } from '#src/pages/sale/left-carts.ts';
import { useCartLines } from '#src/pages/sale/products/use-cart-lines.ts';
import { useCartOpening } from '#src/pages/sale/beneficiary-step.tsx';
import { useFreshCart, usePurchase } from '#src/pages/sale/summary-step.tsx';
import type { SaleCart } from '#src/pages/sale/sale-cart.ts';
import { type SaleEvent, type SaleState, newSale, saleReducer } from '#src/pages/sale/sale-reducer.ts';
import { type Watched, watch } from './watched.ts';

interface ShownSale {
  readonly state: SaleState;
  readonly dispatch: Dispatch<SaleEvent>;
  readonly opening: ReturnType<typeof useCartOpening>;
  readonly lines: ReturnType<typeof useCartLines>;
  readonly isIdentityKnown: boolean;
  /** Whether all events are rendered and no command is running. */
  readonly isCurrent: () => boolean;
}

interface ShownSummary {
  readonly cart: SaleCart | null;
  /** Whether the cart could not be read. */
  readonly isMissing: boolean;
  /** Reads the cart again, as 'Riprova' does. */
  readonly reload: () => Promise<unknown>;
  readonly purchase: ReturnType<typeof usePurchase>;
}

interface ShownSearch {
  readonly toTell: PurchaseOutcomes;
  readonly leftCart: ReturnType<typeof useResumableCart>;
  /** Set when reading the user failed: 'Riprova' of the frame around the search. */
  readonly onIdentityRetry: (() => void) | undefined;
}

/** The stepper of a sale without markup: its reducer and the hooks of its steps. */
export interface SaleScreen {
  readonly Screen: FunctionComponent;
  readonly sale: Watched<ShownSale>;
  /** Step 3, while the sale is mounted. */
  readonly summary: Watched<ShownSummary>;
  /** What the search says about an interrupted sale. */
  readonly search: Watched<ShownSearch>;
  /** Leaves the sale or the search for a new search. */
  readonly goToSearch: () => Promise<void>;
}

interface Counted {
  readonly state: SaleState;
  readonly applied: number;
}

function applyCounted({ state, applied }: Counted, event: SaleEvent): Counted {
  return { state: saleReducer(state, event), applied: applied + 1 };
}

/** Creates the screen of one sale. */
export function saleScreen(): SaleScreen {
  const sale = watch<ShownSale>();
  const summary = watch<ShownSummary>();
  const search = watch<ShownSearch>();
  const visits = watch<{ readonly visit: number; readonly come: () => void }>();
  let sent = 0;

  function Summary({ state, cartId, dispatch }: { state: SaleState; cartId: Id; dispatch: Dispatch<SaleEvent> }) {
    const { cart, reload, onRetry } = useFreshCart(state, cartId, dispatch);
    const purchase = usePurchase(state, dispatch, reload);
    summary.useShown({ cart, isMissing: onRetry !== undefined, reload, purchase });
    return null;
  }

  function Search() {
    const toTell = usePurchaseOutcomes(null);
    const leftCart = useResumableCart(null, toTell.isOutcomeUnknown);
    const { isError, refetch } = useIdentity();
    search.useShown({ toTell, leftCart, onIdentityRetry: isError ? () => void refetch() : undefined });
    return null;
  }

  function Sale() {
    const [{ state, applied }, send] = useReducer(applyCounted, { state: newSale(true), applied: 0 });
    const dispatch = useCallback((event: SaleEvent) => {
      sent += 1;
      send(event);
    }, []);
    const { data: identity } = useIdentity();
    const opening = useCartOpening(state, dispatch);
    const { cart, step } = state;
    const lines = useCartLines(cart?.cartId ?? 0, dispatch);
    sale.useShown({
      state,
      dispatch,
      opening,
      lines,
      isIdentityKnown: Boolean(identity),
      isCurrent: () => applied === sent && state.command.activity === 'idle',
    });
    return step === 3 && cart ? <Summary state={state} cartId={cart.cartId} dispatch={dispatch} /> : null;
  }

  function Screen() {
    const [visit, setVisit] = useState(0);
    visits.useShown({ visit, come: () => setVisit(visit + 1) });
    return visit === 0 ? <Sale /> : <Search key={visit} />;
  }

  async function goToSearch(): Promise<void> {
    const { visit, come } = visits.now();
    come();
    await visits.until((now) => now.visit > visit);
  }

  return { Screen, sale, summary, search, goToSearch };
}
