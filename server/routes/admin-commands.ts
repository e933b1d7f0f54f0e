import type { FastifyInstance } from 'fastify';
import { issueAdminPin } from '#contract/calls/admin/patients.ts';
import type { Values } from '#server/domain/administration/administered.ts';
import { issuePin } from '#server/domain/administration/commands/issue-pin.ts';
import { executeRowCommand } from '#server/domain/administration/commands/row-command.ts';
import { rowCommands } from '#server/domain/administration/commands/row-commands.ts';
import type { Services } from '#server/domain/context.ts';
import { renderPinLetter } from '#server/documents/pin-letter/render-pin-letter.ts';
import { mount } from '#server/http/mount.ts';
import { toWireFile } from './to-wire-file.ts';

/** What the schemas of these calls have read; which one it is, only their command knows. */
interface Asked {
  readonly params: { readonly id: number };
  readonly body: Values;
}

/** What operators do to a row that is no change of its fields alone (rules §9). */
export function registerAdminCommandRoutes(app: FastifyInstance, services: Services): void {
  for (const { call, plan } of rowCommands) {
    mount(app, services, call, async (asked, caller, { checked }) => {
      const { params, body } = asked as unknown as Asked;
      const command = await plan(services, body as never);
      return executeRowCommand(services, command, caller, { id: params.id, body }, (row) => checked({ row }));
    });
  }

  mount(app, services, issueAdminPin, ({ params, body }, caller, { checked }) =>
    issuePin(services, caller, { id: params.id, body }, async (letter) =>
      checked(toWireFile('pin.pdf', 'application/pdf', await renderPinLetter(letter))),
    ),
  );
}
