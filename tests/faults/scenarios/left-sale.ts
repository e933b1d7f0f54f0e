import { setTimeout as after } from 'node:timers/promises';
import { expect } from 'vitest';
import type { CartSummary } from '#contract/calls/carts.ts';
import { type Random, seededRandom, seedOf } from '#demo/values.ts';
import { queryClient } from '#src/providers/query-client.ts';
import { isSignedIn } from '#src/providers/session/tokens.ts';
import { storedUnconfirmed, storedCart } from '#src/providers/session/unfinished-cart.ts';
import { PRODUCTS, USERS } from '#tests/api/support/fixture.ts';
import { openPortal } from '../portal/open-portal.tsx';
import { type SaleScreen, saleScreen } from '../portal/sale-screen.tsx';
import { holding } from '../proxy/fault.ts';
import { type Schedule, withFault } from '../proxy/schedule.ts';
import { expectAudited, expectBalanced, purchasesOn } from '../fixture/ledger.ts';
import { patientOf, pinOf } from '../fixture/people.ts';
import { saleAssistant } from './sale-assistant.ts';
import type { FaultFixture } from './fault-fixture.ts';
import { staySignedIn } from './stay-signed-in.ts';
import { tryUntilDone } from './try-until-done.ts';

/** How long an execute may run, in ms. Before that the search trusts no 'not bought' (rules §2). */
const UNDER_WAY_MS = 60_000;
/** Within this time in ms, an execute may be anywhere between its first byte and its response. */
const MAX_WAIT_MS = 40;

/**
 * What the portal reports about the interrupted sale: bought, in its own step 4 or here; not bought, with its cart
 * offered; or unknown.
 */
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
  if (purchase) return { kind: 'unknown', ask: () => toTell.verify(purchase.key) };
  if (leftCart.onRetry) return { kind: 'unknown', ask: leftCart.onRetry };
  const { cart } = leftCart;
  if (storedCart.read() === null) return { kind: 'bought before' };
  if (cart === null) return null;
  return cart.purchaseId === undefined ? { kind: 'not bought' } : { kind: 'bought', cart };
}

/** Makes the execute a minute older. */
function letItsTimePass(): void {
  const stored = storedUnconfirmed.read() ?? [];
  storedUnconfirmed.write(stored.map((purchase) => ({ ...purchase, since: (purchase.since ?? 0) - UNDER_WAY_MS })));
}

/** Holds some executes until the portal has reported something. */
function slowSome(schedule: Schedule, random: Random): { readonly schedule: Schedule; readonly letGo: () => void } {
  if (random.chance(0.5)) return { schedule, letGo: () => undefined };
  const { fault, letGo } = holding(random.pick(['before', 'after'] as const));
  return { schedule: withFault(schedule, 'purchases.execute', fault), letGo };
}

interface Returning {
  readonly patientId: number;
  /** Releases the held execute. */
  readonly letGo: () => void;
}

/** An assistant who has returned to the search and checks every report against the database. */
function returner(fixture: FaultFixture, { search, goToSearch }: SaleScreen, returning: Returning, random: Random) {
  const { patientId, letGo } = returning;
  const { db, proxy } = fixture;
  let last: Told | null = null;

  /** Unlike the sale, the search has no excuse: its report must be true, whatever was on its way. */
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

  /** Signs in again. The page is then new, so cached answers are cleared. */
  async function comeBack(): Promise<void> {
    await staySignedIn(fixture, USERS.aurora);
    queryClient.clear();
    await goToSearch();
  }

  /**
   * Reads the report. While it is unknown, asks again or returns after the end of the execute. If the session has ended
   * and the search reports nothing, goes home (§4).
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

  /** The last report must still be true when no request is on its way. */
  async function verifyLast(): Promise<void> {
    if (last) await verify(last);
  }

  return { learn, verifyLast };
}

/** Leaves a sale during its purchase with the faults of a seed, and expects the portal to report the outcome. */
export async function runLeftSale(fixture: FaultFixture, seed: number, schedule: Schedule): Promise<void> {
  const { db, proxy } = fixture;
  const random = seededRandom(seedOf('assistant who leaves', seed));
  const screen = saleScreen();
  const close = openPortal(await fixture.signIn(USERS.aurora), screen.Screen);
  const buyer = { patientId: patientOf('left-sale', seed), pin: pinOf(seed) };
  const { openCart, putLine, goToSummary } = saleAssistant(fixture, screen, buyer, random);
  const slowed = slowSome(schedule, random);
  const returning = { patientId: buyer.patientId, letGo: slowed.letGo };
  const { learn, verifyLast } = returner(fixture, screen, returning, random);
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
    if (random.chance(0.8)) await after(random.int(0, MAX_WAIT_MS));
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
