import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/patients.ts';
import { registerRoute } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import { readBalance } from './read-balance.ts';
import { searchPatients } from './search-patients.ts';

/** The patient search (§7), and the balance of a patient's vouchers. */
export function registerPatientsRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, calls.searchPatients, async ({ query }, principal, { leaveOut }) => {
    const { rows, unreadable } = await searchPatients(services, principal, query);
    leaveOut(unreadable);
    return { patients: rows };
  });

  registerRoute(app, services, calls.readBalance, async ({ body }, principal) => ({
    vouchers: await readBalance(services, principal, body),
  }));
}
