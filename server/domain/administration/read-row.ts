import { writeConsultation } from '../audit/write-consultation.ts';
import type { Principal, Services } from '../context.ts';
import type { AdminResource, Values } from './admin-resource.ts';
import { patientIdOf, selectRow } from './select-rows.ts';

/**
 * Reads one row. If it belongs to a patient, the consultation is written to the access log (rules §4).
 * @throws DomainError as `selectRow`
 */
export function readRow(
  services: Services,
  resource: AdminResource,
  principal: Principal,
  id: number,
): Promise<Values> {
  return services.db.transaction().execute(async (trx) => {
    const row = await selectRow(trx, resource, principal, id);
    const patientId = patientIdOf(row);
    if (patientId !== undefined) await writeConsultation(trx, principal, [patientId], { at: services.now() });
    return row;
  });
}
