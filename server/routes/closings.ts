import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/admin/closings.ts';
import { closeMonth } from '#server/domain/closings/close-month.ts';
import { readMonth } from '#server/domain/closings/read-month.ts';
import { searchClosings } from '#server/domain/closings/search-closings.ts';
import { searchMismatches } from '#server/domain/closings/search-mismatches.ts';
import type { Services } from '#server/domain/context.ts';
import { registerRoute } from '#server/http/register/register-route.ts';
import { serializeClosing, serializeMismatch, serializeMonth } from '#server/serializers/closing.ts';
import { serializePagination } from '#server/serializers/pagination.ts';

/** The closing of months (rules §9). */
export function registerClosingsRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, calls.searchClosings, async ({ query }, principal, { readServices }) => {
    const found = await searchClosings(readServices, principal, query);
    return { rows: found.rows.map(serializeClosing), pagination: serializePagination(found) };
  });

  registerRoute(app, services, calls.readMonthFigures, async ({ query }, principal) => ({
    month: serializeMonth(await readMonth(services, principal, query)),
  }));

  registerRoute(app, services, calls.searchMonthMismatches, async ({ query }, principal) => {
    const found = await searchMismatches(services, principal, query);
    return { rows: found.rows.map(serializeMismatch), pagination: serializePagination(found) };
  });

  registerRoute(app, services, calls.closeMonth, ({ body }, principal, { checked }) =>
    closeMonth(services, principal, body, (closing) => checked({ row: serializeClosing(closing) })),
  );
}
