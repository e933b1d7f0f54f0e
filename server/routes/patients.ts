import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/patients.ts';
import type { Services } from '#server/domain/context.ts';
import { searchPatients } from '#server/domain/patients/search-patients.ts';
import { mount } from '#server/http/mount.ts';
import { toWirePatient } from './to-wire-patient.ts';
import { toWireRows } from './to-wire-rows.ts';

/** The patient search (§7). */
export function registerPatientsRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, calls.searchPatients, async ({ query }, caller, { leaveOut }) => {
    const found = await searchPatients(services, caller, query);
    const rows = toWireRows(found, ({ patientId }) => patientId, toWirePatient, leaveOut);
    return { patients: rows, ...(found.hasMore && { hasMore: true }) };
  });
}
