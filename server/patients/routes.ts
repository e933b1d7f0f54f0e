import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/patients.ts';
import { serializeRows } from '#server/http/answers.ts';
import { registerRoute } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import { serializePatient, serializeVoucher } from './patient.ts';
import { readBalance } from './read-balance.ts';
import { searchPatients } from './search-patients.ts';

/** The patient search (§7), and the balance of a patient's vouchers. */
export function registerPatientsRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, calls.searchPatients, async ({ query }, principal, { leaveOut }) => {
    const found = await searchPatients(services, principal, query);
    const rows = serializeRows(found, ({ patientId }) => patientId, serializePatient, leaveOut);
    return { patients: rows };
  });

  registerRoute(app, services, calls.readBalance, async ({ body }, principal) => ({
    vouchers: (await readBalance(services, principal, body)).map(serializeVoucher),
  }));
}
