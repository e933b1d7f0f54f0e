import { WRONG_PIN_INSIDE_A_SUCCESS, executeCommand, newCommand } from './command.ts';
import { purchaseCents, purchaseOf } from './purchase-view.ts';
import { type Reply, type Route, anyText, answer, failure, someText } from './route.ts';
import type { Purchase } from './fixture.ts';

const notFound = failure(404, null, 'PURCHASE_NOT_FOUND');

/** An error inside a 200, with an unknown description. */
const REFUSED: Reply = { status: 200, body: { error: { code: 77, description: 'GIORNATA_CHIUSA' } } };

const mayBeCancelled = ({ status, amcOrderId }: Purchase) => status === 'ACTIVE' && amcOrderId === null;

function cancel(purchase: Purchase): void {
  const { patient } = purchase;
  purchase.status = 'CANCELLED';
  patient.residualCents = Math.min(patient.initialCents, patient.residualCents + purchaseCents(purchase));
}

/** The two calls of §7 that cancel a purchase. §7 reads nothing of the second, so its `data` is null or empty. */
export const cancellationRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/purchases/*/cancel/check',
    access: 'token',
    handle: ({ fixture, params }) => {
      const purchase = purchaseOf(fixture, params[0]);
      if (purchase === undefined) return notFound;
      if (!mayBeCancelled(purchase)) return REFUSED;
      const txCommandId = newCommand(fixture, fixture.cancellationCode, purchase);
      return answer({ txCommand: { txCommandId, otpRequired: fixture.cancellationCode.pin === null ? null : true } });
    },
  },
  {
    method: 'POST',
    path: '/api/v1/purchases/*/cancel/execute',
    access: 'token',
    body: { txCommandId: someText },
    optional: { otp: anyText },
    handle: (exchange) =>
      executeCommand(exchange, WRONG_PIN_INSIDE_A_SUCCESS, (about) => {
        const { fixture, params } = exchange;
        const purchase = purchaseOf(fixture, params[0]);
        if (purchase === undefined || purchase !== about) return notFound;
        if (!mayBeCancelled(purchase)) return REFUSED;
        cancel(purchase);
        return answer(fixture.cancellationCode.pin === null ? {} : null);
      }),
  },
];
