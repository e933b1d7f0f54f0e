import type { FastifyInstance } from 'fastify';
import { resourceOf } from '#contract/call.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { recordsSheet } from '#server/documents/sheets/records.ts';
import { sheetFile } from '#server/documents/sheets/sheet-file.ts';
import { type AdminResource, type Values, fieldsOf } from '#server/domain/administration/admin-resource.ts';
import { adminResources } from '#server/domain/administration/admin-resources.ts';
import { readRow } from '#server/domain/administration/read-row.ts';
import { exportRows, searchRows } from '#server/domain/administration/search-rows.ts';
import { createRow, updateRow } from '#server/domain/administration/write-row.ts';
import type { Services } from '#server/domain/context.ts';
import { mapBatches } from '#server/domain/map-batches.ts';
import { registerDocumentRoute } from '#server/http/register/register-document-route.ts';
import { registerListRoute } from '#server/http/register/register-list-route.ts';
import { registerRoute } from '#server/http/register/register-route.ts';
import { serializePagination } from '#server/serializers/pagination.ts';
import { serializeRows } from '#server/serializers/rows.ts';
import type { AdminRequest, AskedRows } from './admin-request.ts';

function idOf(asked: unknown): number {
  return (asked as AdminRequest).params.id;
}

/** The search of a list, which comes in the query or in the body. */
function searchOf(asked: unknown): AskedRows {
  const { query, body } = asked as AdminRequest;
  return query ?? body;
}

function valuesOf(asked: unknown): Values {
  return (asked as AdminRequest).body;
}

function register(app: FastifyInstance, services: Services, resource: AdminResource): void {
  const { search, exportRows: exported, read, create, update } = resource.calls;
  const { field } = resource.id;

  registerListRoute(app, services, search, async function* (asked, principal, { leaveOut, signal, readServices }) {
    const found = await searchRows(readServices, resource, principal, searchOf(asked), signal);
    for await (const batch of found.batches) {
      const rows = serializeRows(
        batch,
        (row) => Number(row[field]),
        (row) => row,
        leaveOut,
      );
      yield { rows, pagination: serializePagination(found) };
    }
  });

  registerDocumentRoute(app, services, exported, (asked, principal, { signal, readServices }) => {
    const { format, ...search } = searchOf(asked);
    const batches = exportRows(readServices, resource, principal, search, signal);
    const rows = mapBatches(batches, (batch) => batch.rows);
    const sheet = recordsSheet(resourceOf(exported), fieldsOf(resource), rows);
    return Promise.resolve(sheetFile(`${resource.fileName}-${romeDay(readServices.now())}`, format, sheet));
  });

  registerRoute(app, services, read, async (asked, principal) => ({
    row: await readRow(services, resource, principal, idOf(asked)),
  }));

  if (create) {
    registerRoute(app, services, create, (asked, principal, { checked }) =>
      createRow(services, resource, create, principal, valuesOf(asked), (row) => checked({ row })),
    );
  }
  if (update) {
    registerRoute(app, services, update, (asked, principal, { checked }) => {
      const change = { id: idOf(asked), values: valuesOf(asked) };
      return updateRow(services, resource, update, principal, change, (row) => checked({ row }));
    });
  }
}

/** The search, export, read, create and update calls of all administered resources (rules §9). */
export function registerAdministrationRoutes(app: FastifyInstance, services: Services): void {
  for (const resource of adminResources) register(app, services, resource);
}
