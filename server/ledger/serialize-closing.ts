import type { aslMonth, monthClosing, monthFigures, monthMismatch } from '#contract/entities/admin/closing.ts';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import { toWire } from '#contract/rules/money.ts';
import type { Sent } from '#contract/wire.ts';
import type { MonthClosing } from './closings.ts';
import type { MonthMismatch } from './mismatches.ts';
import type { MonthFigures } from './month-figures.ts';
import type { AslMonth, Closable } from './read-month.ts';
import { serializeSubtotal } from './subtotals.ts';

function serializeMonthFigures({
  purchases,
  cancellations,
  corrections,
  total,
  orders,
  rejections,
  controlTotal,
}: MonthFigures): Sent<typeof monthFigures> {
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

export function serializeClosing(from: MonthClosing): Sent<typeof monthClosing> {
  const { businessId, companyName, closedAt, figures, ...closing } = from;
  return {
    ...closing,
    ...(businessId !== null && { businessId }),
    ...(companyName !== null && { companyName }),
    closeTime: toOffsetTimestamp(closedAt),
    figures: serializeMonthFigures(figures),
  };
}

function serializeClosable({ figures, closedAt }: Closable) {
  return { figures: serializeMonthFigures(figures), ...(closedAt && { closeTime: toOffsetTimestamp(closedAt) }) };
}

export function serializeMonth(from: AslMonth): Sent<typeof aslMonth> {
  const { aslId, aslName, month, isOver } = from;
  const businesses = from.businesses.map(({ businessId, companyName, ...closable }) => ({
    businessId,
    companyName,
    ...serializeClosable(closable),
  }));
  return { aslId, aslName, month, isOver, ...serializeClosable(from), businesses };
}

export function serializeMismatch(from: MonthMismatch): Sent<typeof monthMismatch> {
  const { at, purchaseId, amcOrderId, amount, expectedAmount, ...row } = from;
  return {
    ...row,
    at: toOffsetTimestamp(at),
    ...(purchaseId !== null && { purchaseId }),
    ...(amcOrderId !== null && { amcOrderId }),
    amount: toWire(amount),
    ...(expectedAmount && { expectedAmount: toWire(expectedAmount) }),
  };
}
