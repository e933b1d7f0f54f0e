import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type StoreApi, createStore } from 'zustand/vanilla';
import { now } from '#contract/rules/clock.ts';
import { spendableVouchers } from '#src/components/display/patient.ts';
import { closeSale, type Sale } from '#src/providers/session/sale-store.ts';
import { paths, salePaths } from '#src/providers/paths.ts';
import { saleCart } from './sale-cart.ts';
import {
  type SaleEvent,
  type SaleState,
  type Step,
  isPurchaseUnknown,
  mayChangeStep,
  newSale,
  resumedSale,
  saleReducer,
} from './sale-reducer.ts';

const PATHS = {
  1: salePaths.beneficiary,
  2: salePaths.products,
  3: salePaths.summary,
  4: salePaths.completed,
} as const satisfies Record<Step, string>;

export function stepAt(pathname: string): Step | null {
  return ([1, 2, 3, 4] as const).find((step) => PATHS[step] === pathname) ?? null;
}

function firstState(sale: Sale): SaleState {
  if (sale.kind === 'resumed') return resumedSale(saleCart(sale.cart));
  return newSale(spendableVouchers(sale.patient, now()).length > 0);
}

/** Gives each sale a store of its own, which lives as long as the sale. */
export function storePerSale<T>(create: (sale: Sale) => StoreApi<T>): (sale: Sale) => StoreApi<T> {
  const stores = new WeakMap<Sale, StoreApi<T>>();
  return (sale) => {
    const store = stores.get(sale) ?? create(sale);
    stores.set(sale, store);
    return store;
  };
}

const stepperOf = storePerSale((sale) => createStore<SaleState>()(() => firstState(sale)));

function send(stepper: StoreApi<SaleState>, event: SaleEvent): Step {
  stepper.setState((state) => saleReducer(state, event), true);
  return stepper.getState().step;
}

/**
 * Whether the purchase is running or its outcome unknown: after the user leaves, the patient search shows the outcome
 * (rules §2).
 */
function isPurchaseOpen(state: SaleState): boolean {
  const { activity } = state.command;
  return state.step === 3 && (activity === 'executing' || activity === 'verifying' || isPurchaseUnknown(state));
}

/**
 * The stepper of a sale (§4). Each step is an entry of the browser's history. The URL requests a step ('Avanti', Back
 * or Forward), and the stepper decides.
 */
export function useStepper(sale: Sale, urlStep: Step) {
  const stepper = stepperOf(sale);
  const [state, setState] = useState(stepper.getState);
  const navigate = useNavigate();
  const lastUrlStep = useRef<Step | null>(null);

  // Not `useStore`, which renders synchronously: the cart and the screen's other state must render together.
  useLayoutEffect(() => {
    const unsubscribe = stepper.subscribe(setState);
    // Catches events between the render and the subscription.
    queueMicrotask(() => setState(stepper.getState()));
    return unsubscribe;
  }, [stepper]);

  const dispatch = useCallback((event: SaleEvent) => void send(stepper, event), [stepper]);

  useLayoutEffect(() => {
    const now = stepper.getState();
    const isNew = urlStep !== lastUrlStep.current;
    lastUrlStep.current = urlStep;
    if (!isNew) {
      if (now.step > urlStep) void navigate(PATHS[now.step]);
      return;
    }
    const step = now.step === 4 || urlStep === 4 ? now.step : send(stepper, { type: 'stepChosen', step: urlStep });
    if (step === urlStep) return;
    // Undoes Back while a command is running: the entry before is still there.
    if (!mayChangeStep(now)) void navigate(step - urlStep);
    // A finished sale cannot be opened again.
    else void navigate(step === 4 ? paths.patientSearch : PATHS[step], { replace: true });
  }, [stepper, urlStep, state.step, navigate]);

  useEffect(() => {
    return () => {
      if (isPurchaseOpen(stepper.getState())) closeSale(sale);
    };
  }, [stepper, sale]);

  // Waits for the URL: text typed before would be lost with the old page.
  const reached = urlStep <= state.step ? urlStep : null;
  const shown = mayChangeStep(state) ? reached : state.step;
  return {
    state,
    /** The step to show; null until the URL has changed to it. */
    shown,
    /** Sends an event. If the step changes, the browser goes to its URL. */
    dispatch,
  };
}
