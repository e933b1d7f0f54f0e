import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/admin/spending.ts';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import { toWire } from '#contract/rules/money.ts';
import { renderSpending } from '#server/documents/csv/render-spending.ts';
import type { Services } from '#server/domain/context.ts';
import { readFilterNames } from '#server/domain/reference/read-filter-names.ts';
import { readRequester } from '#server/domain/reference/read-requester.ts';
import { type Spending, readSpending } from '#server/domain/spending/read-spending.ts';
import { searchFindings } from '#server/domain/spending/search-findings.ts';
import { mountDocument } from '#server/http/mount-document.ts';
import { mount } from '#server/http/mount.ts';
import { toWirePagination } from './to-wire-pagination.ts';
import { toWireSubtotal } from './to-wire-subtotal.ts';

function toWireFigures({ purchases, cancellations, total }: Pick<Spending, 'purchases' | 'cancellations' | 'total'>) {
  return {
    purchases: toWireSubtotal(purchases),
    cancellations: toWireSubtotal(cancellations),
    total: toWire(total),
  };
}

/** What is spent, and what is odd about it (rules §9). */
export function registerSpendingRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, calls.readSpending, async ({ query }, caller) => {
    const { rows, asOf, ...figures } = await readSpending(services, caller, query);
    return {
      spending: {
        rows: rows.map(({ key, name, ...group }) => ({ key, name, ...toWireFigures(group) })),
        ...toWireFigures(figures),
        asOf: asOf && toOffsetTimestamp(asOf),
      },
    };
  });

  mountDocument(app, services, calls.downloadSpending, async ({ query }, caller) => {
    const { by, ...filters } = query;
    const madeAt = services.now();
    const spending = await readSpending(services, caller, query);
    const requester = await readRequester(services.db, caller);
    const filterNames = await readFilterNames(services.db, filters);
    const content = renderSpending({ madeAt, requester, by, filters, filterNames, spending });
    const months = `${filters.monthStart.slice(0, 7)}-${filters.monthEnd.slice(0, 7)}`;
    return { fileName: `spesa-${months}.csv`, mimeType: 'text/csv', content };
  });

  mount(app, services, calls.searchFindings, async ({ query }, caller) => {
    const found = await searchFindings(services, caller, query);
    const rows = found.rows.map(({ unitPrice, referencePrice, ...finding }) => ({
      ...finding,
      unitPrice: unitPrice && toWire(unitPrice),
      referencePrice: referencePrice && toWire(referencePrice),
    }));
    return { rows, pagination: toWirePagination(found) };
  });
}
