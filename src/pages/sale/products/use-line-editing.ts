import { useRef, useState } from 'react';
import type { CartItem } from '#contract/calls/carts.ts';
import type { Product } from '#contract/calls/products.ts';
import { refuseOffline } from '#src/providers/notifications/refuse-offline.ts';
import { budgetFor, lineOf, type SaleCart } from '../sale-cart.ts';
import {
  checkedLine,
  isConfirmedPrice,
  isSameLine,
  type LineFields,
  type LineProblem,
  priceText,
  readLine,
  type SaleLine,
} from './sale-line.ts';

interface EditedLine {
  readonly product: Product;
  readonly line: SaleLine;
  /** As typed. */
  readonly fields: LineFields;
}

export interface WrongLine {
  readonly item: CartItem;
  readonly problem: LineProblem;
  /** Whether Enter was pressed in it: the user then waits for the question. */
  readonly isEntered: boolean;
}

export type LineEditing = ReturnType<typeof useLineEditing>;

type Drafts = Readonly<Record<string, LineFields>>;

function without(drafts: Drafts, key: string): Drafts {
  return Object.fromEntries(Object.entries(drafts).filter(([other]) => other !== key));
}

const keyOf = ({ productId }: Product) => String(productId);

/**
 * Edits the lines of a cart. If a line changes again while a change of it is being sent, only the last state is sent
 * next.
 * @param put replaces a line and resolves to whether it succeeded. `isFurther`: the change sent just before failed
 */
export function useLineEditing(
  cart: SaleCart,
  put: (product: Product, line: SaleLine, isFurther: boolean) => Promise<boolean>,
) {
  const [drafts, setDrafts] = useState<Drafts>({});
  const [wrong, setWrong] = useState<readonly WrongLine[]>([]);
  const [unusual, setUnusual] = useState<EditedLine | null>(null);
  /** Changes that were not sent yet. */
  const wanted = useRef(new Map<string, EditedLine>());
  /** The final state of each line after all changes. */
  const targets = useRef(new Map<string, EditedLine>());
  const underway = useRef<Promise<boolean> | null>(null);

  const type = ({ product }: CartItem, fields: LineFields) => {
    setDrafts((now) => ({ ...now, [keyOf(product)]: fields }));
  };

  const forget = (product: Product) => {
    wanted.current.delete(keyOf(product));
    targets.current.delete(keyOf(product));
    setDrafts((now) => without(now, keyOf(product)));
  };

  async function putWanted(): Promise<boolean> {
    let isDone = true;
    for (const [key, { product, line, fields }] of wanted.current) {
      wanted.current.delete(key);
      if (!(await put(product, line, !isDone))) {
        isDone = false;
        forget(product);
        continue;
      }
      if (!wanted.current.has(key)) targets.current.delete(key);
      // Keeps what was typed meanwhile.
      setDrafts((now) => (now[key] === fields ? without(now, key) : now));
    }
    return isDone;
  }

  const want = (edited: EditedLine) => {
    wanted.current.set(keyOf(edited.product), edited);
    targets.current.set(keyOf(edited.product), edited);
    underway.current ??= putWanted().finally(() => {
      underway.current = null;
    });
  };

  const fieldsOf = ({ product, quantity, pricePerUnit }: CartItem): LineFields =>
    drafts[keyOf(product)] ?? { quantity: String(quantity), unitPrice: priceText(pricePerUnit) };

  /** The line in its final state after all changes. */
  const presentOf = (item: CartItem): CartItem => {
    const target = targets.current.get(keyOf(item.product))?.line;
    return target ? { ...item, quantity: target.quantity, pricePerUnit: target.unitPrice } : item;
  };

  const updateWrong = ({ product }: CartItem, found?: WrongLine) => {
    // An error without a draft, for example after '+' at the limit, was shown already.
    const isOther = (key: string) => key !== keyOf(product) && key in drafts;
    setWrong((now) => [...now.filter(({ item }) => isOther(keyOf(item.product))), ...(found ? [found] : [])]);
  };

  /** Discards the typed values. A change that is being sent stays. */
  const reset = (item: CartItem) => {
    const { product } = item;
    updateWrong(item);
    const target = targets.current.get(keyOf(product));
    if (target) type(item, target.fields);
    else forget(product);
  };

  const check = (item: CartItem, { quantity, unitPrice }: LineFields) =>
    checkedLine(readLine(quantity, unitPrice, item.product.refPrice), budgetFor(cart, item));

  /** Puts the typed or given values into the cart. Returns whether they are valid. */
  const commit = (item: CartItem, fields = fieldsOf(item), isEntered = false): boolean => {
    const { product } = item;
    const checked = check(item, fields);
    if ('problem' in checked) {
      updateWrong(item, { item, problem: checked.problem, isEntered });
      return false;
    }
    updateWrong(item);
    const { line } = checked;
    const present = presentOf(item);
    if (!isConfirmedPrice(product, present, line.unitPrice)) {
      type(item, fields);
      setUnusual({ product, line, fields });
      return false;
    }
    if (isSameLine(present, line)) {
      reset(item);
      return true;
    }
    if (refuseOffline()) return false;
    type(item, fields);
    want({ product, line, fields });
    return true;
  };

  return {
    fieldsOf,
    /** Keeps what is typed. An error goes as soon as the line is right again. */
    type: (item: CartItem, fields: LineFields) => {
      type(item, fields);
      // Not when the field is left: the button below would move from under the press that leaves it.
      if (!('problem' in check(item, fields))) updateWrong(item);
    },
    commit,
    reset,
    /** Whether something is typed that is not in the cart. */
    isTyped: ({ product }: CartItem) => keyOf(product) in drafts,
    /** Also discards the changes not sent yet. Returns the line as it would have been. */
    abandon: (item: CartItem) => {
      const present = presentOf(item);
      updateWrong(item);
      forget(item.product);
      return present;
    },
    /** The error of the last one shows. */
    wrong: wrong.filter(({ item }) => lineOf(cart, item.product)),
    /** The line with a price to confirm (rules §5). */
    unusual,
    confirm: () => {
      if (unusual) want(unusual);
      setUnusual(null);
    },
    cancel: () => {
      const item = unusual && lineOf(cart, unusual.product);
      if (item) reset(item);
      setUnusual(null);
    },
    /** Resolves when no change is running, to whether all succeeded. */
    settled: async () => {
      const typed = cart.items.filter(({ product }) => keyOf(product) in drafts);
      // Commits every line, even after an invalid one, so that nothing remains to be sent.
      const isRight = typed.map((item) => commit(item)).every(Boolean);
      return isRight && ((await underway.current) ?? true);
    },
  };
}
