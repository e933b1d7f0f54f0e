import type { FastifyInstance } from 'fastify';
import { readOverview as readOverviewCall } from '#contract/admin/overview.ts';
import {
  findSamePerson as findSamePersonCall,
  issueAdminPin,
  readPatientFile as readFileCall,
} from '#contract/admin/patients.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { readKindNames } from '#server/database/dossier-kinds.ts';
import { renderPdf } from '#server/documents/render-pdf.ts';
import { sheetFile } from '#server/documents/sheet-file.ts';
import { serializeFile, serializePagination } from '#server/http/answers.ts';
import { registerDocumentRoute, registerListRoute, registerRoute } from '#server/http/routes.ts';
import { readPatientFile } from '#server/patients/patient-file.ts';
import { issuePin, pinLetter } from '#server/pins/issue-pin.ts';
import type { FileFormat } from '#contract/request.ts';
import { mapBatches } from '#server/lists.ts';
import type { Services } from '#server/services.ts';
import { type AdminResource, fieldsOf, type Values } from './admin-resource.ts';
import { recordsSheet } from './export-rows.ts';
import { readOverview } from './overview.ts';
import { readChanges } from './read-changes.ts';
import { consultRow, exportRows, type RowSearch, searchRows } from './read-rows.ts';
import { adminResources } from './resources/index.ts';
import { executeRowCommand } from './row-command.ts';
import { rowCommands } from './row-commands.ts';
import { findSamePerson } from './same-person.ts';
import { createRow, updateRow } from './write-row.ts';

/** The search of a list, with the format of its export. */
interface AskedRows extends RowSearch {
  readonly format?: FileFormat | undefined;
}

/** A parsed request of the administration; only the resource or the command knows which parts it has. */
interface AdminRequest {
  readonly params: { readonly id: number };
  readonly query: AskedRows | undefined;
  readonly body: Values;
}

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
  const { search, exportRows: exported, read, changes, create, update } = resource.calls;

  registerListRoute(app, services, search, async function* (asked, principal, { leaveOut, signal }) {
    const found = await searchRows(services, resource, principal, searchOf(asked), signal);
    for await (const { rows, unreadable } of found.batches) {
      leaveOut(unreadable);
      yield { rows, pagination: serializePagination(found) };
    }
  });

  registerDocumentRoute(app, services, exported, async (asked, principal, { signal }) => {
    const { format, ...search } = searchOf(asked);
    const batches = exportRows(services, resource, principal, search, signal);
    const rows = mapBatches(batches, (batch) => batch.rows);
    const sheet = recordsSheet(resource.name, fieldsOf(resource), rows, await readKindNames(services.db));
    return sheetFile(`${resource.fileName}-${romeDay(services.now())}`, format, sheet);
  });

  registerRoute(app, services, read, async (asked, principal) => ({
    row: await services.db
      .transaction()
      .execute((trx) => consultRow({ ...services, db: trx }, resource, principal, idOf(asked), services.now())),
  }));

  registerRoute(app, services, changes, async (asked, principal) => ({
    rows: await readChanges(services, resource, principal, idOf(asked)),
  }));

  if (create) {
    registerRoute(app, services, create, (asked, principal, { checked }) =>
      createRow(services, { resource, call: create, principal, values: valuesOf(asked) }, (row) => checked({ row })),
    );
  }
  if (update) {
    registerRoute(app, services, update, (asked, principal, { checked }) => {
      const writing = { resource, call: update, principal, values: valuesOf(asked) };
      return updateRow(services, idOf(asked), writing, (row) => checked({ row }));
    });
  }
}

/** The search, export, read, create and update calls of all administered resources (rules §9). */
export function registerAdministrationRoutes(app: FastifyInstance, services: Services): void {
  for (const resource of adminResources) register(app, services, resource);
  registerRoute(app, services, readFileCall, async ({ params }, principal) => ({
    file: await readPatientFile(services, principal, params.id),
  }));
  registerRoute(app, services, findSamePersonCall, ({ body }, principal) => findSamePerson(services, principal, body));
  registerRoute(app, services, readOverviewCall, async (_, principal) => ({
    overview: await readOverview(services, principal),
  }));
}

/** The commands of the administration that do more than change fields (rules §9). */
export function registerAdminCommandRoutes(app: FastifyInstance, services: Services): void {
  for (const { call, plan } of rowCommands) {
    registerRoute(app, services, call, async (asked, principal, { checked }) => {
      const { params, body } = asked as unknown as AdminRequest;
      const command = await plan(services, body as never, principal);
      return executeRowCommand(services, command, principal, { id: params.id, body }, (row) => checked({ row }));
    });
  }

  registerRoute(app, services, issueAdminPin, ({ params, body }, principal, { checked }) =>
    issuePin(services, principal, { id: params.id, body }, async (letter) =>
      checked(serializeFile('pin.pdf', 'application/pdf', await renderPdf(pinLetter(letter)))),
    ),
  );
}
