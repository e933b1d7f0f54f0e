import { setTimeout as after } from 'node:timers/promises';
import { expect } from 'vitest';
import type { CartSummary } from '#contract/entities/cart.ts';
import { type Random, seedOf, seededRandom } from '#server/demo-data/values/random.ts';
import { queryClient } from '#src/providers/query-client.ts';
import { storedUnconfirmed } from '#src/providers/session/unconfirmed-purchases.ts';
import { isSignedIn } from '#src/providers/session/tokens.ts';
import { storedCart } from '#src/providers/session/unfinished-cart.ts';
import { PRODUCTS, USERS } from '#tests/api/support/fixture.ts';
import { openPortal } from '../portal/open-portal.tsx';
import { type SaleScreen, saleScreen } from '../portal/sale-screen.tsx';
import { holding } from '../proxy/fault.ts';
import { type Schedule, withFault } from '../proxy/schedule.ts';
import { expectAudited, expectBalanced, purchasesOn } from '../fixture/ledger.ts';
import { patientOf, pinOf } from '../fixture/people.ts';
import { saleAssistant } from './sale-assistant.ts';
import type { Setting } from './setting.ts';
import { staySignedIn } from './stay-signed-in.ts';
import { tryUntilDone } from './scenario.ts';

/** How long an execute may be under way, in ms: the search believes no 'not bought' before (rules §2). */
const UNDER_WAY_MS = 60_000;
/** An execute that is waited for so long, in ms, may be anywhere between its first byte and its answer. */
const LONGEST_WAIT_MS = 40;

/** What is said of the sale that was left: bought, by its own step 4 or here; its cart is offered again; not known yet. */
type Told =
  | { readonly kind: 'bought before' }
  | { readonly kind: 'bought'; readonly cart: CartSummary }
  | { readonly kind: 'not bought' }
  | { readonly kind: 'unknown'; readonly ask: () => void };

function toldBy({ toTell, leftCart, onIdentityRetry }: ReturnType<SaleScreen['search']['now']>): Told | null {
  if (onIdentityRetry) return { kind: 'unknown', ask: onIdentityRetry };
  const [purchase] = toTell.purchases;
  if (purchase?.outcome.kind === 'verifying') return null;
  if (purchase?.outcome.kind === 'bought') return { kind: 'bought', cart: purchase.outcome.cart };
  if (purchase) return { kind: 'unknown', ask: () => toTell.verify(purchase.cartId) };
  if (leftCart.onRetry) return { kind: 'unknown', ask: leftCart.onRetry };
  const { cart } = leftCart;
  if (storedCart.read() === null) return { kind: 'bought before' };
  if (cart === null) return null;
  return cart.purchaseId === undefined ? { kind: 'not bought' } : { kind: 'bought', cart };
}

/** As if the execute had been sent a minute earlier than it was. */
function letItsTimePass(): void {
  const stored = storedUnconfirmed.read() ?? [];
  storedUnconfirmed.write(stored.map((purchase) => ({ ...purchase, since: purchase.since - UNDER_WAY_MS })));
}

/** Some executes stay on their way until the assistant has been told something. */
function slowSome(schedule: Schedule, random: Random): { readonly schedule: Schedule; readonly letGo: () => void } {
  if (random.chance(0.5)) return { schedule, letGo: () => undefined };
  const { fault, letGo } = holding(random.pick(['before', 'after'] as const));
  return { schedule: withFault(schedule, 'purchases.execute', fault), letGo };
}

interface Returning {
  readonly patientId: number;
  /** Ends what keeps the execute on its way. */
  readonly letGo: () => void;
}

/** An assistant who is on the search again, and looks at the database after everything that it says. */
function returner(setting: Setting, { search, goToSearch }: SaleScreen, returning: Returning, random: Random) {
  const { patientId, letGo } = returning;
  const { db, proxy } = setting;
  let last: Told | null = null;

  /** Unlike the sale, the search is never excused: what it says is so, whatever was on its way. */
  async function verify(told: Told): Promise<void> {
    await proxy.settled();
    const purchases = await purchasesOn(db, patientId);
    await expectBalanced(db, patientId);
    expect(purchases.length, 'purchases').toBeLessThanOrEqual(1);
    if (told.kind === 'bought before') expect(purchases, 'told bought').toHaveLength(1);
    if (told.kind === 'not bought') expect(purchases, 'told not bought').toEqual([]);
    if (told.kind !== 'bought') return;
    const { cartId, purchaseId, itemsAmount } = told.cart;
    const amount = itemsAmount.toFixed(2);
    expect(purchases, 'told bought').toEqual([
      { purchase_id: purchaseId, cart_id: cartId, items_amount: amount, status: 'ACTIVE' },
    ]);
  }

  /** Who signs in again comes back on a page that is loaded anew: nothing that was read is left in it. */
  async function comeBack(): Promise<void> {
    await staySignedIn(setting, USERS.aurora);
    queryClient.clear();
    await goToSearch();
  }

  /**
   * Reads what is said; while that is not certain it asks again, or comes back when the execute is over. A search that
   * says nothing any more because the session has ended is left for home (§4).
   */
  async function learn(): Promise<boolean> {
    if (!isSignedIn()) await comeBack();
    const told = toldBy(await search.until((shown) => toldBy(shown) !== null || !isSignedIn()));
    if (told === null) return false;
    await verify(told);
    last = told;
    if (told.kind !== 'unknown') return true;
    if (proxy.isFaulty() && random.chance(0.4)) {
      const before = search.now();
      told.ask();
      await search.until((shown) => shown !== before);
    } else {
      letGo();
      await proxy.settled();
      letItsTimePass();
      await goToSearch();
    }
    return false;
  }

  /** What was told last stays true when nothing is on its way any more. */
  async function verifyLast(): Promise<void> {
    if (last) await verify(last);
  }

  return { learn, verifyLast };
}

/** Leaves a sale in the scenario of a seed while its purchase is executed, and expects to be told what became of it. */
export async function runLeftSale(setting: Setting, seed: number, schedule: Schedule): Promise<void> {
  const { db, proxy } = setting;
  const random = seededRandom(seedOf('assistant who leaves', seed));
  const screen = saleScreen();
  const close = openPortal(await setting.signIn(USERS.aurora), screen.Screen);
  const buyer = { patientId: patientOf('left-sale', seed), pin: pinOf(seed) };
  const { openCart, putLine, goToSummary } = saleAssistant(setting, screen, buyer, random);
  const slowed = slowSome(schedule, random);
  const returning = { patientId: buyer.patientId, letGo: slowed.letGo };
  const { learn, verifyLast } = returner(setting, screen, returning, random);
  try {
    await screen.sale.until(({ isIdentityKnown }) => isIdentityKnown);
    await tryUntilDone(proxy, openCart);
    await tryUntilDone(proxy, () => putLine({ product: PRODUCTS.bread, quantity: 2 }));
    await goToSummary();
    const { cart, purchase } = screen.summary.now();
    if (!cart) throw new Error('step 3 has no cart');
    await purchase.check(cart);
    await screen.sale.until(({ isCurrent }) => isCurrent());

    proxy.scenario(slowed.schedule);
    const executed = screen.summary.now().purchase.execute(cart, buyer.pin);
    if (random.chance(0.8)) await after(random.int(0, LONGEST_WAIT_MS));
    await screen.goToSearch();
    await tryUntilDone(proxy, learn);
    slowed.letGo();
    await executed;
    await verifyLast();

    const [made] = await purchasesOn(db, buyer.patientId);
    if (made) await expectAudited(db, 'PURCHASE_MADE', made.purchase_id, 1);
  } finally {
    slowed.letGo();
    proxy.calm();
    close();
  }
}
