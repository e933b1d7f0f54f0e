import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/admin/closings.ts';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import { toWire } from '#contract/rules/money.ts';
import { closeMonth, requireShown } from '#server/domain/closings/close-month.ts';
import type { MonthFigures } from '#server/domain/closings/month-figures.ts';
import { readMonth } from '#server/domain/closings/read-month.ts';
import { type MonthClosing, searchClosings } from '#server/domain/closings/search-closings.ts';
import { searchMismatches } from '#server/domain/closings/search-mismatches.ts';
import type { Services } from '#server/domain/context.ts';
import { registerRoute } from '#server/http/register-route.ts';
import { serializePagination } from '#server/serializers/pagination.ts';
import { serializeSubtotal } from '#server/serializers/subtotal.ts';

function serializeFigures({
  purchases,
  cancellations,
  corrections,
  total,
  orders,
  rejections,
  controlTotal,
}: MonthFigures) {
  return {
    purchases: serializeSubtotal(purchases),
    cancellations: serializeSubtotal(cancellations),
    corrections: serializeSubtotal(corrections),
    total: toWire(total),
    orders: serializeSubtotal(orders),
    rejections: serializeSubtotal(rejections),
    controlTotal,
  };
}

function serializeClosing({ businessId, companyName, closedAt, figures, ...closing }: MonthClosing) {
  return {
    ...closing,
    ...(businessId !== null && { businessId }),
    ...(companyName !== null && { companyName }),
    closeTime: toOffsetTimestamp(closedAt),
    figures: serializeFigures(figures),
  };
}

/** The figures of a month, open or closed. */
function serializeClosable({ figures, closedAt }: { readonly figures: MonthFigures; readonly closedAt: Date | null }) {
  return { figures: serializeFigures(figures), ...(closedAt && { closeTime: toOffsetTimestamp(closedAt) }) };
}

/** The closing of months (rules §9). */
export function registerClosingsRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, calls.searchClosings, async ({ query }, principal, { reading }) => {
    const found = await searchClosings(reading, principal, query);
    return { rows: found.rows.map(serializeClosing), pagination: serializePagination(found) };
  });

  registerRoute(app, services, calls.readMonthFigures, async ({ query }, principal) => {
    const found = await readMonth(services, principal, query);
    const { aslId, aslName, month, isOver } = found;
    const businesses = found.businesses.map(({ businessId, companyName, ...closable }) => ({
      businessId,
      companyName,
      ...serializeClosable(closable),
    }));
    return { month: { aslId, aslName, month, isOver, ...serializeClosable(found), businesses } };
  });

  registerRoute(app, services, calls.searchMonthMismatches, async ({ query }, principal) => {
    const found = await searchMismatches(services, principal, query);
    const rows = found.rows.map(({ at, purchaseId, amcOrderId, amount, expectedAmount, ...row }) => ({
      ...row,
      at: toOffsetTimestamp(at),
      ...(purchaseId !== null && { purchaseId }),
      ...(amcOrderId !== null && { amcOrderId }),
      amount: toWire(amount),
      ...(expectedAmount && { expectedAmount: toWire(expectedAmount) }),
    }));
    return { rows, pagination: serializePagination(found) };
  });

  registerRoute(app, services, calls.closeMonth, ({ body }, principal, { checked }) =>
    closeMonth(services, principal, body, (closing) => {
      requireShown(closing.figures, body.shown);
      return checked({ row: serializeClosing(closing) });
    }),
  );
}
