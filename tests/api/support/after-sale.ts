import { recreateCart } from '#contract/calls/carts.ts';
import { checkCancellation, executeCancellation, searchPurchases } from '#contract/calls/purchases.ts';
import type { Id } from '#contract/wire.ts';
import { claimDeliveries, recordDelivery } from '#server/amc-orders/delivery.ts';
import type { TestServer } from './harness.ts';

/** Checks the cancellation of a purchase. Returns the response. */
export function askToCancel(server: TestServer, token: string, purchaseId: Id) {
  return server.call(checkCancellation, { params: { purchaseId: Number(purchaseId) } }, { token });
}

/** Checks the cancellation of a purchase, which must succeed. Returns the id of the command. */
export async function checkCancelling(server: TestServer, token: string, purchaseId: Id): Promise<number> {
  const params = { purchaseId: Number(purchaseId) };
  const { txCommand } = await server.callOk(checkCancellation, { params }, { token });
  return Number(txCommand.txCommandId);
}

/** Executes a checked cancellation. Returns the response. */
export function executeCancelling(
  server: TestServer,
  token: string,
  purchaseId: Id,
  txCommandId: number,
  otp?: string,
) {
  const input = { params: { purchaseId: Number(purchaseId) }, body: { txCommandId, otp } };
  return server.call(executeCancellation, input, { token });
}

/** Cancels a purchase in both phases. */
export async function cancel(server: TestServer, token: string, purchaseId: Id, otp?: string): Promise<void> {
  const txCommandId = await checkCancelling(server, token, purchaseId);
  const { error } = await executeCancelling(server, token, purchaseId, txCommandId, otp);
  if (error !== undefined) throw new Error(`not cancelled: ${String(error.description)}`);
}

/** Recreates the cart of a purchase. Returns the response. */
export function recreate(server: TestServer, token: string, purchaseId: Id) {
  return server.call(recreateCart, { body: { purchaseId: Number(purchaseId) } }, { token });
}

/** The field `cancelable` of each purchase in the history. */
export async function readCancelable(server: TestServer, token: string) {
  const { purchases } = await server.callOk(searchPurchases, { query: { size: 100 } }, { token });
  return new Map(purchases.map(({ purchaseId, cancelable }) => [purchaseId, cancelable]));
}

/** Records that the bus has rejected an AMC order. */
export async function reject(server: TestServer, amcOrderId: number): Promise<void> {
  const claimed = await claimDeliveries(server.services, { limit: 1000, leaseMs: 1 });
  const delivery = claimed.find((one) => one.amcOrderId === amcOrderId);
  if (delivery === undefined) throw new Error(`order ${amcOrderId} is not due`);
  await recordDelivery(server.services, delivery, { kind: 'REJECTED', reason: 'Codice punto vendita sconosciuto' });
}
