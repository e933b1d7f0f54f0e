import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/admin/consultations.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { pdfFile } from '#server/documents/render-pdf.ts';
import { serializePagination } from '#server/http/answers.ts';
import { registerDocumentRoute, registerListRoute } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import { accessLogDocument, MAX_ENTRIES, renderPatientData } from './documents.ts';
import { readPatientData } from './read-patient-data.ts';
import { findPatientAndRecord, readAccessLog, searchAccessLog } from './search-access-log.ts';

/** The access log of a patient and the patient's stored data (rules §9). */
export function registerAccessLogRoutes(app: FastifyInstance, services: Services): void {
  registerListRoute(app, services, calls.searchConsultations, async function* ({ body }, principal, { signal }) {
    const { fiscalCode, page, size, ...filters } = body;
    const purpose = { action: 'ACCESS_LOG_READ', period: filters } as const;
    const { patientId, isFormer } = await findPatientAndRecord(services, principal, fiscalCode, purpose);
    const found = await searchAccessLog(
      services,
      { patientId, aslId: principal.aslId, isFormer },
      { ...filters, page, size },
      signal,
    );
    for await (const batch of found.batches) {
      yield { rows: batch, pagination: serializePagination(found) };
    }
  });

  registerDocumentRoute(app, services, calls.downloadConsultations, async ({ body }, principal, { signal }) => {
    const log = await readAccessLog(services, principal, body, { most: MAX_ENTRIES, signal });
    return pdfFile(`registro-accessi-${romeDay(log.madeAt)}`, () => Promise.resolve(accessLogDocument(log)), signal);
  });

  registerDocumentRoute(app, services, calls.downloadPatientData, async ({ body }, principal, { signal }) => {
    const data = await readPatientData(services, principal, body.fiscalCode, signal);
    const fileName = `dati-assistito-${romeDay(data.madeAt)}.json`;
    return { fileName, mimeType: 'application/json', content: renderPatientData(data) };
  });
}
