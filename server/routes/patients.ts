import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/patients.ts';
import type { Services } from '#server/domain/context.ts';
import { readBalance } from '#server/domain/patients/read-balance.ts';
import { searchPatients } from '#server/domain/patients/search-patients.ts';
import { mount } from '#server/http/mount.ts';
import { toWirePatient, toWireVoucher } from './to-wire-patient.ts';
import { toWireRows } from './to-wire-rows.ts';

/** The patient search (§7), and the balance of a patient's vouchers. */
export function registerPatientsRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, calls.searchPatients, async ({ query }, caller, { leaveOut }) => {
    const found = await searchPatients(services, caller, query);
    const rows = toWireRows(found, ({ patientId }) => patientId, toWirePatient, leaveOut);
    return { patients: rows, ...(found.hasMore && { hasMore: true }) };
  });

  mount(app, services, calls.readBalance, async ({ body }, caller) => ({
    vouchers: (await readBalance(services, caller, body)).map(toWireVoucher),
  }));
}
