import { useRef, useState } from 'react';
import type { CartItem } from '#contract/entities/cart.ts';
import type { Product } from '#contract/entities/product.ts';
import { refuseOffline } from '#src/providers/connection/refuse-offline.ts';
import { type SaleCart, budgetFor } from '../sale-cart.ts';
import { type LineFields, type LineProblem, type SaleLine, checkedLine, readLine } from './sale-line.ts';
import { isConfirmedPrice, isSameLine } from './scan-note.ts';
import { priceText } from './unit-price.ts';

interface EditedLine {
  readonly product: Product;
  readonly line: SaleLine;
  /** As typed. */
  readonly fields: LineFields;
}

/** The lines of the cart as they are edited in their table (§5). */
export interface LineEditing {
  /** What stands in the fields of a line. */
  readonly fieldsOf: (item: CartItem) => LineFields;
  readonly type: (item: CartItem, fields: LineFields) => void;
  /** Puts what was typed, or what is given, into the cart; answers whether it may be put there as it stands. */
  readonly commit: (item: CartItem, fields?: LineFields) => boolean;
  /** Leaves the line as the cart has it. */
  readonly reset: (item: CartItem) => void;
  /** The line that cannot be put into the cart as it stands. */
  readonly wrong: { readonly item: CartItem; readonly problem: LineProblem } | null;
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
 * @param put replaces a line; answers whether it went well
 */
export function useLineEditing(
  cart: SaleCart,
  put: (product: Product, line: SaleLine) => Promise<boolean>,
): LineEditing {
  const [drafts, setDrafts] = useState<Drafts>({});
  const [wrong, setWrong] = useState<LineEditing['wrong']>(null);
  const [unusual, setUnusual] = useState<EditedLine | null>(null);
  /** What is still to be sent. */
  const wanted = useRef(new Map<string, EditedLine>());
  /** What a line is to be once all is sent. */
  const aims = useRef(new Map<string, SaleLine>());
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
    for (const [key, { product, line, fields }] of wanted.current) {
      wanted.current.delete(key);
      if (!(await put(product, line))) {
        wanted.current.clear();
        aims.current.clear();
        setDrafts({});
        return false;
      }
      if (!wanted.current.has(key)) aims.current.delete(key);
      // What has been typed since stays.
      setDrafts((now) => (now[key] === fields ? without(now, key) : now));
    }
    return true;
  }

  const want = (edited: EditedLine) => {
    wanted.current.set(keyOf(edited.product), edited);
    aims.current.set(keyOf(edited.product), edited.line);
    underWay.current ??= putWanted().finally(() => {
      underWay.current = null;
    });
  };

  const fieldsOf = ({ product, quantity, pricePerUnit }: CartItem): LineFields =>
    drafts[keyOf(product)] ?? { quantity: String(quantity), unitPrice: priceText(pricePerUnit) };

  const commit = (item: CartItem, fields = fieldsOf(item)): boolean => {
    const { product } = item;
    const checked = checkedLine(readLine(fields.quantity, fields.unitPrice, product.refPrice), budgetFor(cart, item));
    if ('problem' in checked) {
      setWrong({ item, problem: checked.problem });
      return false;
    }
    setWrong(null);
    const { line } = checked;
    if (!isConfirmedPrice(product, item, line.unitPrice)) {
      setUnusual({ product, line, fields });
      return false;
    }
    const aim = aims.current.get(keyOf(product));
    const present = aim ? { ...item, quantity: aim.quantity, pricePerUnit: aim.unitPrice } : item;
    if (isSameLine(present, line)) {
      if (!aim) forget(product);
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
    reset: ({ product }) => {
      setWrong(null);
      forget(product);
    },
    wrong,
    unusual,
    confirm: () => {
      if (unusual) want(unusual);
      setUnusual(null);
    },
    cancel: () => {
      if (unusual) forget(unusual.product);
      setUnusual(null);
    },
    settled: async () => {
      const isOpen = unusual !== null || (wrong !== null && keyOf(wrong.item.product) in drafts);
      return !isOpen && ((await underWay.current) ?? true);
    },
  };
}
