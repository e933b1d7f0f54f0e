import type { ErrorDescription } from '#contract/errors.ts';

/** The sellers: `bottega` needs a code to cancel, `aurora` does not. */
export type Seller = 'aurora' | 'bottega';
/** The entered PIN or code. */
export type Secret = 'right' | 'wrong' | 'absent';
export type Outcome = 'done' | ErrorDescription;

/** A product in the ledger, with its price in millionths of a euro. */
export interface ModelProduct {
  readonly id: number;
  readonly refPrice: bigint;
  readonly isCovered: boolean;
}

interface Line {
  readonly quantity: number;
  /** In cents. */
  readonly total: bigint;
}

export interface ModelCart {
  readonly seller: Seller;
  readonly voucher: Voucher;
  readonly lines: Map<number, Line>;
  /** The purchase from which the cart was recreated. */
  readonly from?: ModelPurchase;
  changes: number;
  purchase?: ModelPurchase;
}

export interface ModelPurchase {
  readonly cart: ModelCart;
  readonly at: number;
  readonly total: bigint;
  /** The residual of the voucher right after it. */
  readonly residualAfter: bigint;
  cancelledAt?: number;
  order?: ModelOrder | undefined;
}

interface ModelOrder {
  readonly seller: Seller;
  readonly total: bigint;
  isRejected: boolean;
}

/** A command and what it was checked for. */
export interface ModelCommand {
  readonly seller: Seller;
  readonly what:
    | { readonly kind: 'cart'; readonly voucher: Voucher }
    | { readonly kind: 'purchase'; readonly cart: ModelCart; readonly changes: number }
    | { readonly kind: 'cancellation'; readonly purchase: ModelPurchase };
  readonly expires: number;
  isExecuted: boolean;
}

interface Voucher {
  readonly initial: bigint;
  readonly from: number;
  readonly until: number;
  /** The end of the time in which purchases of its month may be cancelled. */
  readonly cancelUntil: number;
}

interface Tries {
  failures: number;
  locks: number;
  lockedUntil: number;
}

const MINUTE = 60_000;
const COMMAND_MINUTES = 10;
const LOCK_MINUTES = [15, 60, 1440];
const MAX_FAILURES = 5;
const CEILING = 5n;
const CENT = 10_000n;

function sum(amounts: Iterable<bigint>): bigint {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}

/** Rounds half up to cents, with a minimum of one cent. */
function lineTotal(quantity: number, price: bigint): bigint {
  const cents = (BigInt(quantity) * price + CENT / 2n) / CENT;
  return cents < 1n ? 1n : cents;
}

/**
 * The ledger of one patient with a voucher for May and one for June 2026, in whole cents and in memory: the results of
 * the calls of a sale, a cancellation and an order (rules §5, §6, §7), and nothing else.
 */
export class LedgerModel {
  now: number;
  readonly hasPin: boolean;
  readonly vouchers: readonly [may: Voucher, june: Voucher];
  readonly commands: ModelCommand[] = [];
  readonly carts: ModelCart[] = [];
  readonly purchases: ModelPurchase[] = [];
  readonly orders: ModelOrder[] = [];
  readonly #tries = new Map<string, Tries>();

  constructor(now: number, hasPin: boolean, initial: bigint) {
    this.now = now;
    this.hasPin = hasPin;
    const [may, june, july] = ['2026-05-01', '2026-06-01', '2026-07-01'].map((day) => Date.parse(`${day}T00:00+02:00`));
    const [sixthOfJune, sixthOfJuly] = ['2026-06-06', '2026-07-06'].map((day) => Date.parse(`${day}T00:00+02:00`));
    if (!may || !june || !july || !sixthOfJune || !sixthOfJuly) throw new Error('no days');
    this.vouchers = [
      { initial, from: may, until: june, cancelUntil: sixthOfJune },
      { initial, from: june, until: july, cancelUntil: sixthOfJuly },
    ];
  }

  residualOf(voucher: Voucher): bigint {
    const active = this.purchases.filter(({ cart, cancelledAt }) => cart.voucher === voucher && !cancelledAt);
    return voucher.initial - sum(active.map(({ total }) => total));
  }

  totalOf({ lines }: ModelCart): bigint {
    return sum([...lines.values()].map(({ total }) => total));
  }

  /** The residual that a cart shows. */
  shownResidual(cart: ModelCart): bigint {
    return cart.purchase?.residualAfter ?? this.residualOf(cart.voucher) - this.totalOf(cart);
  }

  isOrdered({ order }: ModelPurchase): boolean {
    return order !== undefined && !order.isRejected;
  }

  isCancelable(purchase: ModelPurchase): boolean {
    const { voucher } = purchase.cart;
    if (purchase.cancelledAt !== undefined) return this.#mayBeSpent(voucher) && this.residualOf(voucher) > 0n;
    return !this.isOrdered(purchase) && this.now < voucher.cancelUntil;
  }

  /** The amount in cents that a seller bills for the events between two instants. */
  billed(seller: Seller, from: number, until: number): bigint {
    const isIn = (at: number | undefined) => at !== undefined && from <= at && at < until;
    const own = this.purchases.filter(({ cart }) => cart.seller === seller);
    const sold = own.filter(({ at }) => isIn(at)).map(({ total }) => total);
    const given = own.filter(({ cancelledAt }) => isIn(cancelledAt)).map(({ total }) => total);
    return sum(sold) - sum(given);
  }

  needsSecret({ seller, what }: Pick<ModelCommand, 'seller' | 'what'>): boolean {
    return what.kind === 'cancellation' ? seller === 'bottega' : this.hasPin;
  }

  #mayBeSpent({ from, until }: Voucher): boolean {
    return from <= this.now && this.now < until;
  }

  #spending(voucher: Voucher, needed: bigint): Outcome {
    if (!this.#mayBeSpent(voucher)) return 'VOUCHER_NOT_ENABLED';
    return needed > this.residualOf(voucher) ? 'VOUCHER_AMOUNT_NOT_SUFFICIENT' : 'done';
  }

  #check(outcome: Outcome, seller: Seller, what: ModelCommand['what']): Outcome {
    const expires = this.now + COMMAND_MINUTES * MINUTE;
    if (outcome === 'done') this.commands.push({ seller, what, expires, isExecuted: false });
    return outcome;
  }

  checkCart(seller: Seller, voucher: Voucher): Outcome {
    return this.#check(this.#spending(voucher, 1n), seller, { kind: 'cart', voucher });
  }

  checkPurchase(cart: ModelCart): Outcome {
    return this.#check(this.#buying(cart), cart.seller, { kind: 'purchase', cart, changes: cart.changes });
  }

  checkCancellation(purchase: ModelPurchase): Outcome {
    return this.#check(this.#cancelling(purchase), purchase.cart.seller, { kind: 'cancellation', purchase });
  }

  #buying(cart: ModelCart): Outcome {
    if (cart.purchase) return 'TRANSACTION_ALREADY_EXECUTED';
    if (cart.lines.size === 0) return 'CART_EMPTY';
    return this.#spending(cart.voucher, this.totalOf(cart));
  }

  #cancelling(purchase: ModelPurchase): Outcome {
    return purchase.cancelledAt === undefined && this.isCancelable(purchase) ? 'done' : 'PURCHASE_NOT_CANCELABLE';
  }

  #guard(command: ModelCommand, secret: Secret): Outcome {
    if (!this.needsSecret(command)) return 'done';
    const guarded = `${command.seller} ${command.what.kind === 'cancellation' ? 'code' : 'PIN'}`;
    const tries = this.#tries.get(guarded) ?? { failures: 0, locks: 0, lockedUntil: 0 };
    if (tries.lockedUntil > this.now) return 'TRANSACTION_LOCKED';
    if (secret === 'right') {
      this.#tries.delete(guarded);
      return 'done';
    }
    this.#tries.set(guarded, tries);
    tries.failures += 1;
    if (tries.failures < MAX_FAILURES) return 'TRANSACTION_WRONG_OTP';
    tries.lockedUntil = this.now + (LOCK_MINUTES[tries.locks] ?? 1440) * MINUTE;
    tries.failures = 0;
    tries.locks += 1;
    return 'TRANSACTION_LOCKED';
  }

  execute(command: ModelCommand, secret: Secret): Outcome {
    if (command.isExecuted) return 'TRANSACTION_ALREADY_EXECUTED';
    if (command.expires <= this.now) return 'TRANSACTION_EXPIRED';
    const guarded = this.#guard(command, secret);
    const outcome = guarded === 'done' ? this.#work(command) : guarded;
    command.isExecuted = outcome === 'done';
    return outcome;
  }

  #work({ seller, what }: ModelCommand): Outcome {
    if (what.kind === 'cart') {
      const outcome = this.#spending(what.voucher, 1n);
      if (outcome === 'done') this.carts.push({ seller, voucher: what.voucher, lines: new Map(), changes: 0 });
      return outcome;
    }
    if (what.kind === 'cancellation') {
      const outcome = this.#cancelling(what.purchase);
      if (outcome === 'done') what.purchase.cancelledAt = this.now;
      return outcome;
    }
    const { cart, changes } = what;
    if (!cart.purchase && cart.changes !== changes) return 'CART_CHANGED';
    const outcome = this.#buying(cart);
    if (outcome !== 'done') return outcome;
    const total = this.totalOf(cart);
    cart.purchase = { cart, at: this.now, total, residualAfter: this.residualOf(cart.voucher) - total };
    this.purchases.push(cart.purchase);
    return 'done';
  }

  put(cart: ModelCart, { id, refPrice, isCovered }: ModelProduct, quantity: number, price: bigint): Outcome {
    if (cart.purchase) return 'TRANSACTION_ALREADY_EXECUTED';
    if (!isCovered) return 'PRODUCT_NOT_ALLOWED';
    if (price > CEILING * refPrice) return 'INVALID_REQUEST';
    const total = lineTotal(quantity, price);
    const own = cart.lines.get(id)?.total ?? 0n;
    if (total > this.shownResidual(cart) + own) return 'VOUCHER_AMOUNT_NOT_SUFFICIENT';
    cart.lines.set(id, { quantity, total });
    cart.changes += 1;
    return 'done';
  }

  remove(cart: ModelCart, { id }: ModelProduct): Outcome {
    if (cart.purchase) return 'TRANSACTION_ALREADY_EXECUTED';
    if (!cart.lines.delete(id)) return 'PRODUCT_NOT_FOUND';
    cart.changes += 1;
    return 'done';
  }

  /** Returns the cart too: a second call returns the same cart if it is unchanged. */
  recreate(purchase: ModelPurchase): readonly [Outcome, ModelCart?] {
    const { seller, voucher, lines } = purchase.cart;
    if (purchase.cancelledAt === undefined) return ['PURCHASE_NOT_CANCELABLE'];
    const outcome = this.#spending(voucher, 1n);
    if (outcome !== 'done') return [outcome];
    const untouched = this.carts.find((cart) => cart.from === purchase && cart.changes === 0 && !cart.purchase);
    if (untouched) return ['done', untouched];
    const cart = { seller, voucher, lines: new Map(lines), from: purchase, changes: 0 };
    this.carts.push(cart);
    return ['done', cart];
  }

  order(seller: Seller, purchases: readonly ModelPurchase[]): Outcome {
    if (purchases.some(({ cancelledAt }) => cancelledAt !== undefined)) return 'PURCHASE_NOT_FOUND';
    if (purchases.some((purchase) => this.isOrdered(purchase))) return 'PURCHASE_ALREADY_ORDERED';
    const order = { seller, total: sum(purchases.map(({ total }) => total)), isRejected: false };
    this.orders.push(order);
    for (const purchase of purchases) purchase.order = order;
    return 'done';
  }
}
