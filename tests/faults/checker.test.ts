import { expect, test } from 'vitest';
import { runAmcOrder } from './scenarios/amc-order.ts';
import { runCancellation } from './scenarios/cancellation.ts';
import { runLeftSale } from './scenarios/left-sale.ts';
import { runSale } from './scenarios/sale.ts';
import { type Fault, type Moment, NO_FAULT, holding } from './proxy/fault.ts';
import { type Schedule, withFault } from './proxy/schedule.ts';
import { CHECKER_SEEDS } from './seeds.ts';
import { useFaultFixture } from './use-fault-fixture.ts';
import { expectBalanced } from './fixture/ledger.ts';
import { patientOf } from './fixture/people.ts';

const fixture = useFaultFixture();

/** A schedule without faults except a forged response to one call. */
function lie(callName: string, when: Moment, body: object, status = 200): Schedule {
  const forged: Fault = { kind: 'forged', when, status, body };
  return { next: (name) => (name === callName ? forged : NO_FAULT), spare: () => undefined, story: () => [] };
}

const bought = { data: { purchase: { purchaseId: 1, items: [] } } };
const changed = { error: { code: 5006, description: 'CART_CHANGED' } };
const ordered = { data: { orders: [] } };
const refused = { error: { code: 5011, description: 'PURCHASE_NOT_CANCELABLE' } };

/** The response of a purchase is lost, then the summary lies about its cart. */
function lieOfSummary(purchaseId: number | null): Schedule {
  const lying = lie('carts.readSummary', 'before', cartBoughtAs(purchaseId));
  return withFault(lying, 'purchases.execute', holding('after').fault);
}

/** A summary of a cart with this purchase. */
function cartBoughtAs(purchaseId: number | null): object {
  const amounts = { itemsAmount: 5, residualAmount: 105, voucherInitialAmount: 110 };
  return { data: { cart: { cartId: 1, items: [], ...amounts, purchaseId } } };
}

test('design §6 faults: a purchase that is told and was not made is noticed', async () => {
  const run = runSale(fixture(), CHECKER_SEEDS.first, lie('purchases.execute', 'before', bought));
  await expect(run).rejects.toThrow('told bought');
});

test('design §6 faults: a purchase that is told by another number is noticed', async () => {
  const run = runSale(fixture(), CHECKER_SEEDS.second, lie('purchases.execute', 'after', bought));
  await expect(run).rejects.toThrow('told bought');
});

test('design §6 faults: a purchase that was made and is told to be refused is noticed', async () => {
  const run = runSale(fixture(), CHECKER_SEEDS.third, lie('purchases.execute', 'after', changed, 409));
  await expect(run).rejects.toThrow('told refused');
});

test('design §6 faults: a left sale that was bought and is offered again is noticed', async () => {
  const run = runLeftSale(fixture(), CHECKER_SEEDS.first, lieOfSummary(null));
  await expect(run).rejects.toThrow('told not bought');
});

test('design §6 faults: a left sale that is told bought by another number is noticed', async () => {
  const run = runLeftSale(fixture(), CHECKER_SEEDS.second, lieOfSummary(1));
  await expect(run).rejects.toThrow('told bought');
});

test('design §6 faults: a cancellation that is told and did not happen is noticed', async () => {
  const run = runCancellation(
    fixture(),
    CHECKER_SEEDS.first,
    lie('purchases.executeCancellation', 'before', { data: {} }),
  );
  await expect(run).rejects.toThrow('told cancelled');
});

test('design §6 faults: a cancellation that happened and is told not to have is noticed', async () => {
  const schedule = lie('purchases.executeCancellation', 'after', refused, 409);
  await expect(runCancellation(fixture(), CHECKER_SEEDS.second, schedule)).rejects.toThrow('told not cancelled');
});

test('design §6 faults: orders that are told and do not exist are noticed', async () => {
  const run = runAmcOrder(fixture(), CHECKER_SEEDS.first, lie('amc-orders.create', 'before', ordered));
  await expect(run).rejects.toThrow('told ordered');
});

test('design §6 faults: orders that exist and are told not to are noticed', async () => {
  const denied = { error: { code: 4000, description: 'INVALID_REQUEST' } };
  const run = runAmcOrder(fixture(), CHECKER_SEEDS.second, lie('amc-orders.create', 'after', denied, 400));
  await expect(run).rejects.toThrow('told refused');
});

test('design §6 faults: a ledger that does not add up is noticed', async () => {
  const { db } = fixture();
  const voucherId = patientOf('amc-order', CHECKER_SEEDS.first);
  await expectBalanced(db, voucherId);
  await db.updateTable('voucher').set({ residual: '0.01' }).where('voucher_id', '=', voucherId).execute();
  await expect(expectBalanced(db, voucherId)).rejects.toThrow('the ledger');
});
