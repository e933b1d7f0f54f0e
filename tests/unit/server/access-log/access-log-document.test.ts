import { expect, test } from 'vitest';
import { accessLogDocument } from '#server/access-log/documents.ts';
import type { AccessLog } from '#server/access-log/search-access-log.ts';

function textOf(counted: Pick<AccessLog, 'totalCount' | 'hasMore'>): string {
  const log: AccessLog = {
    madeAt: new Date('2026-05-15T08:00:00Z'),
    requester: { name: 'Anna Blu', organisation: '' },
    isOfOffice: false,
    patient: { patientId: 1, firstName: 'Mario', lastName: 'Rossi', fiscalCode: 'RSSMRA80A01B354W', isFormer: false },
    filters: { dateStart: '2026-04-01', dateEnd: '2026-04-30' },
    entries: [],
    ...counted,
  };
  return JSON.stringify(accessLogDocument(log));
}

test('rules §1 counts: the log that a patient is given on paper says where its accesses are not counted to the end', () => {
  const text = textOf({ totalCount: 10_000, hasMore: true });
  expect(text).toContain('"subject":"oltre 10.000 accessi"');
  expect(text).toContain('oltre 10.000: chiedere un periodo più breve');
  expect(textOf({ totalCount: 12, hasMore: false })).toContain('"subject":"12 accessi"');
});
