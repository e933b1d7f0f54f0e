import type { Principal, Services } from '../context.ts';
import { type Requester, readRequester } from '../reference/read-requester.ts';
import { type RequestedPatient, findPatientAndRecord } from './find-patient-and-record.ts';
import { type AccessLogFilters, type LoggedAccess, searchAccessLog } from './search-access-log.ts';

/** The access log of a patient for a document. */
export interface AccessLog {
  readonly madeAt: Date;
  readonly requester: Requester;
  readonly patient: RequestedPatient;
  readonly filters: AccessLogFilters;
  /** The oldest entries, limited to the requested number. */
  readonly entries: readonly LoggedAccess[];
  readonly totalCount: number;
}

/**
 * Reads the access log of a patient for a document. The request itself is recorded and is part of the document.
 * @param most the maximum number of entries
 * @param signal ends the reading
 * @throws DomainError as `findPatientAndRecord`
 */
export async function readAccessLog(
  services: Services,
  principal: Principal,
  { fiscalCode, ...filters }: AccessLogFilters & { readonly fiscalCode: string },
  { most, signal }: { readonly most: number; readonly signal: AbortSignal },
): Promise<AccessLog> {
  const madeAt = services.now();
  const requester = await readRequester(services.db, principal);
  const purpose = { action: 'ACCESS_LOG_HANDED_OUT', details: filters } as const;
  const patient = await findPatientAndRecord(services, principal, fiscalCode, purpose);
  const found = await searchAccessLog(services, patient.patientId, { ...filters, size: most }, signal);
  const entries: LoggedAccess[] = [];
  for await (const batch of found.batches) entries.push(...batch);
  return { madeAt, requester, patient, filters, entries, totalCount: found.totalCount };
}
