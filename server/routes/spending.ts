import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/admin/spending.ts';
import { sheetFile } from '#server/documents/sheets/sheet-file.ts';
import { spendingSheet } from '#server/documents/sheets/spending.ts';
import type { Services } from '#server/domain/context.ts';
import { readSpending } from '#server/domain/spending/read-spending.ts';
import { readSpendingList } from '#server/domain/spending/read-spending-list.ts';
import { searchFindings } from '#server/domain/spending/search-findings.ts';
import { registerDocumentRoute } from '#server/http/register/register-document-route.ts';
import { registerRoute } from '#server/http/register/register-route.ts';
import { serializePagination } from '#server/serializers/pagination.ts';
import { serializeFinding, serializeSpending } from '#server/serializers/spending.ts';

/** The spending and its findings (rules §9). */
export function registerSpendingRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, calls.readSpending, async ({ query }, principal, { readServices }) => ({
    spending: serializeSpending(await readSpending(readServices, principal, query)),
  }));

  registerDocumentRoute(app, services, calls.downloadSpending, async ({ query }, principal, { readServices }) => {
    const { format, ...search } = query;
    const sheet = spendingSheet(await readSpendingList(readServices, principal, search));
    return sheetFile(`spesa-${query.monthStart.slice(0, 7)}-${query.monthEnd.slice(0, 7)}`, format, sheet);
  });

  registerRoute(app, services, calls.searchFindings, async ({ query }, principal, { readServices }) => {
    const found = await searchFindings(readServices, principal, query);
    return { rows: found.rows.map(serializeFinding), pagination: serializePagination(found) };
  });
}
