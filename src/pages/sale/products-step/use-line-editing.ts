import { useRef, useState } from 'react';
import type { CartItem } from '#contract/entities/cart.ts';
import type { Product } from '#contract/entities/product.ts';
import { refuseOffline } from '#src/providers/connection/refuse-offline.ts';
import { type SaleCart, budgetFor, lineOf } from '../sale-cart.ts';
import { type LineFields, type LineProblem, type SaleLine, checkedLine, readLine } from './sale-line.ts';
import { isConfirmedPrice, isSameLine } from './scan-note.ts';
import { priceText } from './unit-price.ts';

interface EditedLine {
  readonly product: Product;
  readonly line: SaleLine;
  /** As typed. */
  readonly fields: LineFields;
}

/** A line that cannot be put into the cart as it stands. */
interface WrongLine {
  readonly item: CartItem;
  readonly problem: LineProblem;
  /** Whether Enter was pressed in it: then the assistant waits for what is asked. */
  readonly isEntered: boolean;
}

/** The lines of the cart as they are edited in their table (§5). */
export interface LineEditing {
  /** What stands in the fields of a line. */
  readonly fieldsOf: (item: CartItem) => LineFields;
  readonly type: (item: CartItem, fields: LineFields) => void;
  /** Puts what was typed, or what is given, into the cart; answers whether it may be put there as it stands. */
  readonly commit: (item: CartItem, fields?: LineFields, isEntered?: boolean) => boolean;
  /** Takes back what was typed; what is on its way to the cart stays. */
  readonly reset: (item: CartItem) => void;
  /** Leaves out what is still to be sent too; answers what the line was to be. */
  readonly abandon: (item: CartItem) => CartItem;
  /** The last of them is the one to be told about. */
  readonly wrong: readonly WrongLine[];
  /** The line whose price needs one more confirmation (rules §5). */
  readonly unusual: EditedLine | null;
  /** The answers to that. */
  readonly confirm: () => void;
  readonly cancel: () => void;
  /** Once nothing is under way; whether all of it went well. */
  readonly settled: () => Promise<boolean>;
}

type Drafts = Readonly<Record<string, LineFields>>;

function without(drafts: Drafts, key: string): Drafts {
  return Object.fromEntries(Object.entries(drafts).filter(([other]) => other !== key));
}

const keyOf = ({ productId }: Product) => String(productId);

/**
 * Edits the lines of a cart. Of a line that is changed again while a change of it is under way, only what it is to be in
 * the end is sent.
 * @param put replaces a line; answers whether it went well. `isFurther`: one sent just before it did not
 */
export function useLineEditing(
  cart: SaleCart,
  put: (product: Product, line: SaleLine, isFurther: boolean) => Promise<boolean>,
): LineEditing {
  const [drafts, setDrafts] = useState<Drafts>({});
  const [wrong, setWrong] = useState<LineEditing['wrong']>([]);
  const [unusual, setUnusual] = useState<EditedLine | null>(null);
  /** What is still to be sent. */
  const wanted = useRef(new Map<string, EditedLine>());
  /** What a line is to be once all is sent. */
  const aims = useRef(new Map<string, EditedLine>());
  const underWay = useRef<Promise<boolean> | null>(null);

  const type = ({ product }: CartItem, fields: LineFields) => {
    setDrafts((now) => ({ ...now, [keyOf(product)]: fields }));
  };

  const forget = (product: Product) => {
    wanted.current.delete(keyOf(product));
    aims.current.delete(keyOf(product));
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
      if (!wanted.current.has(key)) aims.current.delete(key);
      // What has been typed since stays.
      setDrafts((now) => (now[key] === fields ? without(now, key) : now));
    }
    return isDone;
  }

  const want = (edited: EditedLine) => {
    wanted.current.set(keyOf(edited.product), edited);
    aims.current.set(keyOf(edited.product), edited);
    underWay.current ??= putWanted().finally(() => {
      underWay.current = null;
    });
  };

  const fieldsOf = ({ product, quantity, pricePerUnit }: CartItem): LineFields =>
    drafts[keyOf(product)] ?? { quantity: String(quantity), unitPrice: priceText(pricePerUnit) };

  /** The line as it is to be once all is sent. */
  const presentOf = (item: CartItem): CartItem => {
    const aim = aims.current.get(keyOf(item.product))?.line;
    return aim ? { ...item, quantity: aim.quantity, pricePerUnit: aim.unitPrice } : item;
  };

  const judge = ({ product }: CartItem, found?: WrongLine) => {
    // One whose fields show nothing wrong, as after '+' at the limit, has been told.
    const isOther = (key: string) => key !== keyOf(product) && key in drafts;
    setWrong((now) => [...now.filter(({ item }) => isOther(keyOf(item.product))), ...(found ? [found] : [])]);
  };

  const reset = (item: CartItem) => {
    const { product } = item;
    judge(item);
    const aim = aims.current.get(keyOf(product));
    if (aim) type(item, aim.fields);
    else forget(product);
  };

  const commit = (item: CartItem, fields = fieldsOf(item), isEntered = false): boolean => {
    const { product } = item;
    const checked = checkedLine(readLine(fields.quantity, fields.unitPrice, product.refPrice), budgetFor(cart, item));
    if ('problem' in checked) {
      judge(item, { item, problem: checked.problem, isEntered });
      return false;
    }
    judge(item);
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
    type,
    commit,
    reset,
    abandon: (item) => {
      const present = presentOf(item);
      judge(item);
      forget(item.product);
      return present;
    },
    wrong: wrong.filter(({ item }) => lineOf(cart, item.product)),
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
    settled: async () => {
      const typed = cart.items.filter(({ product }) => keyOf(product) in drafts);
      // Each is committed, also after one that is wrong: what is on its way when this is answered must be all there is.
      const isRight = typed.map((item) => commit(item)).every(Boolean);
      return isRight && ((await underWay.current) ?? true);
    },
  };
}
