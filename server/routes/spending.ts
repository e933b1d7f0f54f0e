import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/admin/spending.ts';
import { renderSpending } from '#server/documents/csv/render-spending.ts';
import type { Services } from '#server/domain/context.ts';
import { readFilterNames } from '#server/domain/reference/read-filter-names.ts';
import { readRequester } from '#server/domain/reference/read-requester.ts';
import { readSpending } from '#server/domain/spending/read-spending.ts';
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
    const { by, ...filters } = query;
    const madeAt = readServices.now();
    const spending = await readSpending(readServices, principal, query);
    const requester = await readRequester(readServices.db, principal);
    const filterNames = await readFilterNames(readServices.db, filters);
    const content = renderSpending({ madeAt, requester, by, filters, filterNames, spending });
    const months = `${filters.monthStart.slice(0, 7)}-${filters.monthEnd.slice(0, 7)}`;
    return { fileName: `spesa-${months}.csv`, mimeType: 'text/csv', content };
  });

  registerRoute(app, services, calls.searchFindings, async ({ query }, principal, { readServices }) => {
    const found = await searchFindings(readServices, principal, query);
    return { rows: found.rows.map(serializeFinding), pagination: serializePagination(found) };
  });
}
