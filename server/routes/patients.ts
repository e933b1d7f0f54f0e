import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/patients.ts';
import type { Services } from '#server/domain/context.ts';
import { readBalance } from '#server/domain/patients/read-balance.ts';
import { searchPatients } from '#server/domain/patients/search-patients.ts';
import { registerRoute } from '#server/http/register/register-route.ts';
import { serializePatient, serializeVoucher } from '#server/serializers/patient.ts';
import { serializeRows } from '#server/serializers/rows.ts';

/** The patient search (§7), and the balance of a patient's vouchers. */
export function registerPatientsRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, calls.searchPatients, async ({ query }, principal, { leaveOut }) => {
    const found = await searchPatients(services, principal, query);
    const rows = serializeRows(found, ({ patientId }) => patientId, serializePatient, leaveOut);
    return { patients: rows, ...(found.hasMore && { hasMore: true }) };
  });

  registerRoute(app, services, calls.readBalance, async ({ body }, principal) => ({
    vouchers: (await readBalance(services, principal, body)).map(serializeVoucher),
  }));
}
