import { zodResolver } from '@hookform/resolvers/zod';
import type { InputRef } from 'antd';
import { type KeyboardEvent, type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { type Control, type FieldErrors, useForm, useWatch } from 'react-hook-form';
import type { CartItem } from '#contract/calls/carts.ts';
import type { Product } from '#contract/calls/products.ts';
import type { Money } from '#contract/rules/money.ts';
import { useFocusFallback } from '#src/components/dialog/focus.ts';
import { refuseOffline } from '#src/providers/notifications/refuse-offline.ts';
import {
  type LineFields,
  lineForm,
  lineProblem,
  type LineProblem,
  type LineReading,
  type NextLine,
  nextLineOf,
  type NextLineProblem,
  readLine,
  type SaleLine,
} from './sale-line.ts';
import { isSuspiciousPrice, priceText } from './unit-price.ts';

/** What the form of the open product does for its surroundings. */
export interface OpenLine {
  readonly product: Product | undefined;
  /** The product's present line in the cart. */
  readonly present: CartItem | undefined;
  readonly read: () => NextLine | null;
  /** The quantity at the opening and after each scan. A typed one replaces it. */
  readonly counted: number;
  /** Adds one to the quantity. Returns why it cannot, or null. */
  readonly addOne: () => NextLineProblem | null;
  /** Like Enter. */
  readonly submit: () => void;
}

export interface LineFormOptions {
  readonly ref: Ref<OpenLine>;
  readonly product: Product | undefined;
  /** The product's present line in the cart. */
  readonly line: CartItem | undefined;
  /** Whether the product was scanned: the quantity is then one more than in the cart. */
  readonly isScanned: boolean;
  /** Euro: the price in the code of a weighed pack. */
  readonly price: Money | undefined;
  /** Euro: the most that the line may cost. */
  readonly budget: Money;
  readonly takesFocus: boolean;
  readonly isAdding: boolean;
  readonly onAdd: (product: Product, line: SaleLine) => void;
  /** Called when Enter is pressed while a product is being added. */
  readonly onEarlyEnter: () => void;
  /** Finds an element for the focus when the form disappears; must be the same function at every render. */
  readonly findFocusFallback: () => HTMLElement | null;
}

interface LineFormState {
  readonly container: RefObject<HTMLFormElement | null>;
  readonly quantityField: RefObject<InputRef | null>;
  readonly priceField: RefObject<InputRef | null>;
  readonly messages: RefObject<HTMLDivElement | null>;
  readonly control: Control<LineFields, unknown, SaleLine>;
  readonly isValid: boolean;
  readonly reading: LineReading;
  readonly problem: LineProblem | null;
  /** Number of times that Enter was pressed while the question about the price is open. */
  readonly enterCount: number;
  /** Called when the price changes, by typing or by an answer. */
  readonly resetEnterCount: () => void;
  /** Sets the price that the question about it was answered with, in euro. */
  readonly answerPrice: (unitPrice: Money) => void;
  /** The line with a price to confirm (rules §5). */
  readonly unusual: SaleLine | null;
  readonly confirm: () => void;
  readonly cancel: () => void;
  readonly add: () => void;
  readonly pressEnter: (event: KeyboardEvent) => void;
}

/** The fields of the chosen product's line: what they hold, what is wrong with it, and what a key or a scan does (§5). */
export function useLineForm(options: LineFormOptions): LineFormState {
  const { ref, product, line, isScanned, price, budget, takesFocus, isAdding } = options;
  const { onAdd, onEarlyEnter, findFocusFallback } = options;
  const container = useRef<HTMLFormElement>(null);
  const quantityField = useRef<InputRef>(null);
  const priceField = useRef<InputRef>(null);
  const messages = useRef<HTMLDivElement>(null);
  useFocusFallback(container, findFocusFallback);
  const [counted, setCounted] = useState(() => (line?.quantity ?? 0) + (isScanned || !line ? 1 : 0));
  const firstPrice = line?.pricePerUnit ?? price ?? product?.refPrice;
  const terms = { refPrice: product?.refPrice, budget };
  const form = useForm<LineFields, unknown, SaleLine>({
    defaultValues: { quantity: String(counted), unitPrice: firstPrice ? priceText(firstPrice) : '' },
    resolver: zodResolver(lineForm(terms)),
    mode: 'onChange',
    // The form focuses the field itself, at once, so that a scanner's next keys go there.
    shouldFocusError: false,
  });
  const { control, getValues, setValue, trigger } = form;
  const { errors, isValid } = form.formState;
  const [enterCount, setEnterCount] = useState(0);
  const [unusual, setUnusual] = useState<SaleLine | null>(null);

  function focusQuantity(): void {
    quantityField.current?.focus();
    // Selects the text separately, because `focus` cannot select in a number field.
    quantityField.current?.select();
  }

  useEffect(() => {
    if (takesFocus) focusQuantity();
  }, [takesFocus]);

  const isChosen = product !== undefined;
  const limit = budget.toFixed();
  useEffect(() => {
    // A line that does not fit shows its error before the user types, and again when the budget changes.
    if (isChosen) void trigger();
  }, [isChosen, limit, trigger]);

  const watched = useWatch({ control }) as LineFields;
  const reading = readLine(watched.quantity, watched.unitPrice, product?.refPrice);
  const isWrong = errors.quantity !== undefined || errors.unitPrice !== undefined;
  const problem = isWrong ? lineProblem(reading, budget) : null;
  const hasMessage = line !== undefined || problem !== null;

  useEffect(() => {
    // The sticky buttons at the bottom must not cover the error.
    if (hasMessage) messages.current?.scrollIntoView({ block: 'nearest' });
  }, [hasMessage]);

  const add = () => {
    if (!product || isAdding) return;
    const addValid = (saleLine: SaleLine) => {
      if (refuseOffline()) return;
      if (isSuspiciousPrice(saleLine.unitPrice, product.refPrice)) setUnusual(saleLine);
      else onAdd(product, saleLine);
    };
    const leadOn = (wrong: FieldErrors<LineFields>) => {
      const { quantity, unitPrice } = getValues();
      const found = lineProblem(readLine(quantity, unitPrice, product.refPrice), budget);
      if (found?.kind === 'ambiguousPrice') setEnterCount((count) => count + 1);
      else (wrong.quantity ? quantityField : priceField).current?.focus();
    };
    void form.handleSubmit(addValid, leadOn)();
  };

  useImperativeHandle(ref, () => {
    const nextLine = (fields: LineFields): NextLine | null =>
      product ? nextLineOf(product, line, fields, budget) : null;
    /** What was scanned counts where the quantity was emptied and the next code came before another one. */
    const present = (): LineFields => {
      const { quantity, unitPrice } = getValues();
      return { quantity: quantity.trim() === '' ? String(counted) : quantity, unitPrice };
    };
    return {
      product,
      present: line,
      read: () => nextLine(present()),
      counted,
      addOne: () => {
        const now = present();
        const count = readLine(now.quantity, now.unitPrice, product?.refPrice).quantity ?? 0;
        const next = nextLine({ ...now, quantity: String(count + 1) });
        const isStillGood = 'line' in (nextLine(now) ?? {});
        // Keeps a valid quantity and refuses only the additional piece.
        if (isStillGood && next && 'problem' in next) return next.problem;
        setValue('quantity', String(count + 1));
        setCounted(count + 1);
        void trigger();
        if (document.activeElement !== priceField.current?.input) focusQuantity();
        return null;
      },
      submit: add,
    };
  });

  /** Browsers do not submit on Enter while 'Aggiungi' is disabled. */
  const pressEnter = (event: KeyboardEvent) => {
    // The same key press must not act on the next focused element.
    event.preventDefault();
    if (event.repeat) return;
    if (isAdding) onEarlyEnter();
    else add();
  };

  return {
    container,
    quantityField,
    priceField,
    messages,
    control,
    isValid,
    reading,
    problem,
    enterCount,
    resetEnterCount: () => setEnterCount(0),
    answerPrice: (unitPrice) => {
      setEnterCount(0);
      setValue('unitPrice', priceText(unitPrice));
      void trigger();
      priceField.current?.focus();
    },
    unusual,
    confirm: () => {
      setUnusual(null);
      if (product && unusual) onAdd(product, unusual);
    },
    cancel: () => setUnusual(null),
    add,
    pressEnter,
  };
}
