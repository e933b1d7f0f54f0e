import { flushSync } from 'react-dom';
import { expect } from 'vitest';
import { type OrderablePurchase, searchPurchases } from '#contract/calls/purchases.ts';
import { type OrderFailure, useOrderCreation } from '#src/pages/amc-orders/use-order-creation.ts';
import { allOrderable } from '#src/pages/amc-orders/selection.ts';
import { callApi } from '#src/providers/api/call-api.ts';
import { dismissAllAlerts } from '#src/providers/notifications/alert-store.ts';
import { USERS } from '#tests/api/support/fixture.ts';
import { openPortal } from '../portal/open-portal.tsx';
import { watch } from '../portal/watched.ts';
import type { Schedule } from '../proxy/schedule.ts';
import { TO_ORDER } from '../fixture/earlier-sales.ts';
import { ordersOf } from '../fixture/ledger.ts';
import { dayOf, earlierSaleId, patientOf } from '../fixture/people.ts';
import type { FaultFixture } from './fault-fixture.ts';
import { staySignedIn } from './stay-signed-in.ts';
import { tryUntilDone } from './try-until-done.ts';

type Purchases = readonly OrderablePurchase[];

/** The chosen purchases that the portal reports as ordered; null if it does not know. */
function toldOrdered(chosen: Purchases, isDone: boolean, failure: OrderFailure | null): Purchases | null {
  if (isDone) return chosen;
  return !failure || failure.problem.kind === 'unknown' ? null : failure.unavailable;
}

/** Orders purchases with the faults of a seed, and checks after each step that what the portal reports is true. */
export async function runAmcOrder(fixture: FaultFixture, seed: number, schedule: Schedule): Promise<void> {
  const { db, proxy } = fixture;
  const day = dayOf(seed, new Date());
  const period = { dateStart: day, dateEnd: day };
  const ids = Array.from({ length: TO_ORDER }, (_, nth) => earlierSaleId(patientOf('amc-order', seed), nth));
  const creation = watch<ReturnType<typeof useOrderCreation>>();
  let chosen: Purchases = [];
  let isDone = false;

  function Screen() {
    creation.useShown(
      useOrderCreation({
        onOrdered: () => {
          isDone = true;
        },
        onUnavailable: (purchases) => {
          chosen = chosen.filter((purchase) => !purchases.includes(purchase));
        },
      }),
    );
    return null;
  }

  async function verify(asked: Purchases): Promise<void> {
    const wasMoving = proxy.isMoving();
    const { failure } = creation.now();
    const told = toldOrdered(asked, isDone, failure);
    await proxy.settled();
    const orders = await ordersOf(db, ids);
    if (told === null) {
      expect(proxy.isFaulty(), 'told unknown although the server answers').toBe(true);
      return;
    }
    const idsTold = told.map(({ purchaseId }) => purchaseId);
    const ordered = asked.map(({ purchaseId }) => purchaseId).filter((id) => orders.has(Number(id)));
    if (wasMoving) expect(ordered, 'told ordered').toEqual(expect.arrayContaining(idsTold));
    else expect(ordered, `told ${failure?.problem.kind ?? 'ordered'}`).toEqual(idsTold);
  }

  const leave = openPortal(await fixture.signIn(USERS.aurora), Screen);
  try {
    chosen = (await callApi(searchPurchases, allOrderable(period))).purchases;
    expect(chosen).toHaveLength(TO_ORDER);

    proxy.scenario(schedule);
    await tryUntilDone(proxy, async () => {
      await staySignedIn(fixture, USERS.aurora);
      dismissAllAlerts();
      const asked = chosen;
      flushSync(() => {
        const { failure, verify: ask, create } = creation.now();
        if (failure?.problem.kind === 'unknown') ask();
        else create(chosen, period);
      });
      await creation.until(({ isRunning }) => !isRunning);
      await verify(asked);
      return isDone || chosen.length === 0;
    });
    expect((await ordersOf(db, ids)).size, 'purchases in an order').toBe(TO_ORDER);
  } finally {
    proxy.calm();
    leave();
  }
}
