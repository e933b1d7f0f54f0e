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
import { mount } from '#server/http/mount.ts';
import { toWirePagination } from './to-wire-pagination.ts';
import { toWireSubtotal } from './to-wire-subtotal.ts';

function toWireFigures({
  purchases,
  cancellations,
  corrections,
  total,
  orders,
  rejections,
  controlTotal,
}: MonthFigures) {
  return {
    purchases: toWireSubtotal(purchases),
    cancellations: toWireSubtotal(cancellations),
    corrections: toWireSubtotal(corrections),
    total: toWire(total),
    orders: toWireSubtotal(orders),
    rejections: toWireSubtotal(rejections),
    controlTotal,
  };
}

function toWireClosing({ businessId, companyName, closedAt, figures, ...closing }: MonthClosing) {
  return {
    ...closing,
    ...(businessId !== null && { businessId }),
    ...(companyName !== null && { companyName }),
    closeTime: toOffsetTimestamp(closedAt),
    figures: toWireFigures(figures),
  };
}

/** What is shown of a month before it is closed, and after. */
function toWireClosable({ figures, closedAt }: { readonly figures: MonthFigures; readonly closedAt: Date | null }) {
  return { figures: toWireFigures(figures), ...(closedAt && { closeTime: toOffsetTimestamp(closedAt) }) };
}

/** Months that operators close for good (rules §9). */
export function registerClosingsRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, calls.searchClosings, async ({ query }, caller) => {
    const found = await searchClosings(services, caller, query);
    return { rows: found.rows.map(toWireClosing), pagination: toWirePagination(found) };
  });

  mount(app, services, calls.readMonthFigures, async ({ query }, caller) => {
    const found = await readMonth(services, caller, query);
    const { aslId, aslName, month, isOver } = found;
    const businesses = found.businesses.map(({ businessId, companyName, ...closable }) => ({
      businessId,
      companyName,
      ...toWireClosable(closable),
    }));
    return { month: { aslId, aslName, month, isOver, ...toWireClosable(found), businesses } };
  });

  mount(app, services, calls.searchMonthMismatches, async ({ query }, caller) => {
    const found = await searchMismatches(services, caller, query);
    const rows = found.rows.map(({ at, purchaseId, amcOrderId, amount, expectedAmount, ...row }) => ({
      ...row,
      at: toOffsetTimestamp(at),
      ...(purchaseId !== null && { purchaseId }),
      ...(amcOrderId !== null && { amcOrderId }),
      amount: toWire(amount),
      ...(expectedAmount && { expectedAmount: toWire(expectedAmount) }),
    }));
    return { rows, pagination: toWirePagination(found) };
  });

  mount(app, services, calls.closeMonth, ({ body }, caller, { checked }) =>
    closeMonth(services, caller, body, (closing) => {
      requireShown(closing.figures, body.shown);
      return checked({ row: toWireClosing(closing) });
    }),
  );
}
