import { flushSync } from 'react-dom';
import { expect } from 'vitest';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { seededRandom, seedOf } from '#demo/values.ts';
import { type Cancellation, useCancellation } from '#src/pages/purchases/cancellation-dialogs.tsx';
import { callApi } from '#src/providers/api/call-api.ts';
import { currentAlerts, dismissAllAlerts } from '#src/providers/notifications/alert-store.ts';
import { CANCEL_CODE } from '#tests/api/support/fixture.ts';
import { openPortal } from '../portal/open-portal.tsx';
import { watch } from '../portal/watched.ts';
import type { Schedule } from '../proxy/schedule.ts';
import { cancellerOf } from '../fixture/earlier-sales.ts';
import { expectAudited, expectBalanced, purchasesOn } from '../fixture/ledger.ts';
import { earlierSaleId, needsSecret, patientOf } from '../fixture/people.ts';
import type { FaultFixture } from './fault-fixture.ts';
import { staySignedIn } from './stay-signed-in.ts';
import { tryUntilDone } from './try-until-done.ts';

/** What the portal reports about the cancellation. */
type Told = 'cancelled' | 'not cancelled' | 'unknown' | 'nothing';

function toldBy({ state: { problem } }: Cancellation): Told {
  if (currentAlerts().some(({ kind }) => kind === 'success')) return 'cancelled';
  if (problem === null) return 'nothing';
  return problem.kind === 'unknown' ? 'unknown' : 'not cancelled';
}

/** Cancels a purchase with the faults of a seed, and checks after each step that what the portal reports is true. */
export async function runCancellation(fixture: FaultFixture, seed: number, schedule: Schedule): Promise<void> {
  const { db, proxy } = fixture;
  const random = seededRandom(seedOf('assistant who cancels', seed));
  const username = cancellerOf(seed);
  const code = needsSecret(seed) ? CANCEL_CODE : undefined;
  const patientId = patientOf('cancellation', seed);
  const purchaseId = earlierSaleId(patientId, 0);
  const cancellation = watch<Cancellation>();

  function Screen() {
    cancellation.useShown(useCancellation(() => Promise.resolve()));
    return null;
  }

  async function afterwards(): Promise<Cancellation> {
    return cancellation.until(({ state }) => state.activity === 'idle');
  }

  async function verify(told: Told): Promise<void> {
    const wasMoving = proxy.isMoving();
    await proxy.settled();
    const [purchase] = await purchasesOn(db, patientId);
    await expectBalanced(db, patientId);
    if (told === 'cancelled') expect(purchase?.status, 'told cancelled').toBe('CANCELLED');
    if (told === 'not cancelled' && !wasMoving) expect(purchase?.status, 'told not cancelled').toBe('ACTIVE');
    if (told === 'unknown') expect(proxy.isFaulty(), 'told unknown although the server answers').toBe(true);
  }

  async function press(what: (shown: Cancellation) => void): Promise<Told> {
    flushSync(() => what(cancellation.now()));
    const told = toldBy(await afterwards());
    await verify(told);
    return told;
  }

  const leave = openPortal(await fixture.signIn(username), Screen);
  try {
    const query = { patientId, dossierId: patientId, page: 0, size: 5, sort: 'createTime,desc' };
    const [purchase] = (await callApi(searchPurchases, { query })).purchases;
    if (!purchase) throw new Error('the history is empty');
    const target = { purchase, within: 1 };

    proxy.scenario(schedule);
    await tryUntilDone(proxy, async () => {
      await staySignedIn(fixture, username);
      dismissAllAlerts();
      const { state } = cancellation.now();
      if (state.problem?.kind === 'unknown' && random.chance(0.7)) {
        return (await press((shown) => shown.verify())) === 'cancelled';
      }
      const mayRepeat = state.isExecutable && state.problem?.kind !== 'unknown' && random.chance(0.6);
      if (state.dialog && !mayRepeat) flushSync(() => cancellation.now().close());
      if (!cancellation.now().state.dialog) {
        const told = await press((shown) => shown.check(target));
        if (told === 'cancelled' || !cancellation.now().state.dialog) return told === 'cancelled';
      }
      return (await press((shown) => shown.execute(code))) === 'cancelled';
    });
    await expectAudited(db, 'PURCHASE_CANCELLED', purchaseId, 1);
  } finally {
    proxy.calm();
    leave();
  }
}
