import { expect } from 'vitest';
import { seededRandom, seedOf } from '#demo/values.ts';
import { PRODUCTS, USERS } from '#tests/api/support/fixture.ts';
import { openPortal } from '../portal/open-portal.tsx';
import { saleScreen } from '../portal/sale-screen.tsx';
import type { Schedule } from '../proxy/schedule.ts';
import { expectAudited, linesOf, purchasesOn } from '../fixture/ledger.ts';
import { patientOf, pinOf } from '../fixture/people.ts';
import { saleAssistant } from './sale-assistant.ts';
import type { FaultFixture } from './fault-fixture.ts';
import { tryUntilDone } from './try-until-done.ts';

const ON_SALE = [PRODUCTS.bread, PRODUCTS.penne, PRODUCTS.fine];

/** Sells with the faults of a seed, and checks after each step that what the portal reports is true. */
export async function runSale(fixture: FaultFixture, seed: number, schedule: Schedule): Promise<void> {
  const { db, proxy } = fixture;
  const random = seededRandom(seedOf('assistant who sells', seed));
  const screen = saleScreen();
  const leave = openPortal(await fixture.signIn(USERS.aurora), screen.Screen);
  const buyer = { patientId: patientOf('sale', seed), pin: pinOf(seed) };
  const { openCart, putLine, removeLine, goToSummary, buy } = saleAssistant(fixture, screen, buyer, random);
  const wanted = random
    .shuffle(ON_SALE)
    .slice(0, random.int(1, ON_SALE.length))
    .map((product) => ({ product, quantity: random.int(1, 3) }));
  try {
    await screen.sale.until(({ isIdentityKnown }) => isIdentityKnown);
    proxy.scenario(schedule);
    await tryUntilDone(proxy, openCart);
    for (const line of wanted) await tryUntilDone(proxy, () => putLine(line));
    const [first, ...others] = wanted;
    if (first && others.length > 0) await tryUntilDone(proxy, () => removeLine(first));
    const kept = others.length > 0 ? others : wanted;
    await goToSummary();
    await tryUntilDone(proxy, buy);

    const [purchase] = await purchasesOn(db, buyer.patientId);
    const purchaseId = purchase?.purchase_id ?? 0;
    const sold = (await linesOf(db, purchaseId)).map((line) => [line.product_id, line.quantity]);
    const meant = kept.map(({ product, quantity }) => [product.id, quantity]);
    expect(new Map(sold as [number, number][])).toEqual(new Map(meant as [number, number][]));
    await expectAudited(db, 'PURCHASE_MADE', purchaseId, 1);
  } finally {
    proxy.calm();
    leave();
  }
}
