import type { FastifyInstance } from 'fastify';
import { issueAdminPin } from '#contract/calls/admin/patients.ts';
import { issuePin } from '#server/domain/administration/commands/issue-pin.ts';
import { executeRowCommand } from '#server/domain/administration/commands/row-command.ts';
import { rowCommands } from '#server/domain/administration/commands/row-commands.ts';
import type { Services } from '#server/domain/context.ts';
import { renderPinLetter } from '#server/documents/pin-letter/render-pin-letter.ts';
import { registerRoute } from '#server/http/register/register-route.ts';
import { serializeFile } from '#server/serializers/file.ts';
import type { AdminRequest } from './admin-request.ts';

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
      checked(serializeFile('pin.pdf', 'application/pdf', await renderPinLetter(letter))),
    ),
  );
}
