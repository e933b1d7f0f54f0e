import { expect } from 'vitest';
import type { CartItem } from '#contract/calls/carts.ts';
import { money } from '#contract/rules/money.ts';
import type { Random } from '#demo/values.ts';
import { spentOn } from '#src/pages/sale/sale-cart.ts';
import { type SaleState, isPurchaseUnknown } from '#src/pages/sale/sale-reducer.ts';
import { STORES, USERS } from '#tests/api/support/fixture.ts';
import type { FixtureProduct } from '#tests/api/support/fixture-parts.ts';
import type { SaleScreen } from '../portal/sale-screen.tsx';
import { expectBalanced, purchasesOn } from '../fixture/ledger.ts';
import type { FaultFixture } from './fault-fixture.ts';
import { staySignedIn } from './stay-signed-in.ts';
import { tryUntilDone } from './try-until-done.ts';

/** What the portal reports about the purchase. */
type Told = 'bought' | 'not bought' | 'unknown' | 'refused' | 'nothing';

interface WantedLine {
  readonly product: FixtureProduct;
  readonly quantity: number;
}

function toldBy({ step, command: { problem } }: SaleState, hasExecuted: boolean): Told {
  if (step === 4) return 'bought';
  if (problem?.kind === 'notDone') return 'not bought';
  if (problem?.kind === 'unknown') return 'unknown';
  return hasExecuted && problem?.kind === 'refused' ? 'refused' : 'nothing';
}

function holds(items: readonly CartItem[], { product, quantity }: WantedLine): boolean {
  const line = items.find((item) => item.product.productId === product.id);
  return line?.quantity === quantity;
}

interface Buyer {
  readonly patientId: number;
  /** The PIN; undefined if none is needed. */
  readonly pin: string | undefined;
}

/** An assistant who sells to a patient and checks every report of the portal against the database. */
export function saleAssistant(
  fixture: FaultFixture,
  { sale, summary }: SaleScreen,
  { patientId, pin }: Buyer,
  random: Random,
) {
  const { db, proxy } = fixture;

  async function shown(): Promise<SaleState> {
    return (await sale.until(({ isCurrent }) => isCurrent())).state;
  }

  async function openCart(): Promise<boolean> {
    await staySignedIn(fixture, USERS.aurora);
    const { opening, dispatch } = sale.now();
    let state = await shown();
    if (state.command.dialog && !state.command.isExecutable) {
      dispatch({ type: 'dialogClosed' });
      state = await shown();
    }
    const target = { patientId, voucherId: patientId, storeId: STORES.auroraCentro };
    if (!state.command.dialog) {
      await opening.check(target);
      state = await shown();
    }
    if (state.command.dialog) await sale.now().opening.execute(target, pin);
    return (await shown()).step === 2;
  }

  async function putLine(wanted: WantedLine): Promise<boolean> {
    await staySignedIn(fixture, USERS.aurora);
    const { product, quantity } = wanted;
    const unitPrice = money(product.refPrice);
    const { id: productId, name, ean: ean1 } = product;
    const unknown = { pharmacyCode: undefined, manufacturer: undefined };
    const read = { productId, name, ean1, refPrice: unitPrice, categories: [], ...unknown };
    await sale.now().lines.put(read, { quantity, unitPrice });
    return holds((await shown()).cart?.items ?? [], wanted);
  }

  async function removeLine({ product }: WantedLine): Promise<boolean> {
    await staySignedIn(fixture, USERS.aurora);
    await sale.now().lines.remove(product.id);
    return (await shown()).cart?.items.every((item) => item.product.productId !== product.id) === true;
  }

  /** Leaves step 3, if possible, and returns to it. */
  async function comeToSummary(): Promise<void> {
    const { dispatch } = sale.now();
    if ((await shown()).step === 3) dispatch({ type: 'stepChosen', step: 2 });
    await shown();
    dispatch({ type: 'stepChosen', step: 3 });
    await shown();
  }

  /** Goes to step 3, and again while its cart cannot be read. Ends at step 4 if the cart turns out to be bought. */
  async function goToSummary(): Promise<void> {
    await tryUntilDone(proxy, async () => {
      await staySignedIn(fixture, USERS.aurora);
      if (isPurchaseUnknown(await shown())) await summary.now().reload();
      else await comeToSummary();
      if ((await shown()).step === 4) return true;
      const { cart } = await summary.until((step) => step.cart !== null || step.isMissing);
      return cart !== null;
    });
    await shown();
  }

  /** Compares the report with the database. A request that was still on its way excuses the report. */
  async function verify(told: Told, { purchaseId, cart }: SaleState): Promise<void> {
    const wasMoving = proxy.isMoving();
    await proxy.settled();
    const purchases = await purchasesOn(db, patientId);
    const residual = await expectBalanced(db, patientId);
    expect(purchases.length, 'purchases').toBeLessThanOrEqual(1);
    if ((told === 'not bought' || told === 'refused') && !wasMoving) expect(purchases, `told ${told}`).toEqual([]);
    if (told === 'unknown') expect(proxy.isFaulty(), 'told unknown although the server answers').toBe(true);
    if (told !== 'bought') return;
    expect(purchases, 'told bought').toMatchObject([{ purchase_id: purchaseId, cart_id: cart?.cartId }]);
    expect(spentOn(cart?.items ?? []).toFixed(2), 'the amount told').toBe(purchases[0]?.items_amount);
    expect(cart?.residualAmount.toFixed(2), 'the residual told').toBe(residual);
  }

  async function tell(hasExecuted: boolean): Promise<Told> {
    const state = await shown();
    const told = toldBy(state, hasExecuted);
    await verify(told, state);
    return told;
  }

  async function leaveDialog(): Promise<void> {
    sale.now().dispatch({ type: 'dialogClosed' });
    await shown();
    if (summary.now().isMissing || random.chance(0.3)) await goToSummary();
  }

  async function buy(): Promise<boolean> {
    await staySignedIn(fixture, USERS.aurora);
    const before = await shown();
    if (isPurchaseUnknown(before) && random.chance(0.7)) {
      if (before.cart) await summary.now().purchase.verify(before.cart);
      return (await tell(false)) === 'bought';
    }
    const mayRepeat = before.command.isExecutable && !isPurchaseUnknown(before);
    const repeats = mayRepeat && !summary.now().isMissing && random.chance(0.6);
    if (!repeats) await leaveDialog();
    const now = await shown();
    if (now.step === 4) return (await tell(false)) === 'bought';
    if (!now.command.dialog) {
      const { cart, purchase } = summary.now();
      if (cart) await purchase.check(cart);
      if ((await tell(false)) === 'bought') return true;
    }
    const asked = await shown();
    if (!asked.command.dialog || isPurchaseUnknown(asked)) return false;
    if (asked.cart) await summary.now().purchase.execute(asked.cart, pin);
    return (await tell(true)) === 'bought';
  }

  return { openCart, putLine, removeLine, goToSummary, buy };
}
