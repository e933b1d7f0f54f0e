import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { SPENDING_GROUPS, finding, spending } from '../entities/admin/spending.ts';
import { file } from '../entities/file.ts';
import { pagination } from '../entities/pagination.ts';
import { EVERY_FORMAT, aslId, businessId, described, dossierType, fileFormat, page, smallSize } from '../request.ts';
import { listOf, record } from '../wire.ts';
import { month } from './fields.ts';

const access = ['OPERATOR'] as const;
const parties = {
  monthStart: described(month, { description: 'Any day of the first month: YYYY-MM-DD.', example: '2026-01-01' }),
  monthEnd: described(month, { description: 'Any day of the last month: YYYY-MM-DD.', example: '2026-11-01' }),
  aslId: z.optional(aslId),
  businessId: z.optional(businessId),
};
const query = z.strictObject({
  ...parties,
  type: z.optional(dossierType),
  by: described(z.enum(SPENDING_GROUPS), { description: 'What spending is grouped by.', example: 'month' }),
});

export const readSpending = defineCall({
  name: 'admin-spending.read',
  method: 'GET',
  path: '/api/v1/extra/admin/spending',
  summary: 'Extra: what was spent in some months, by month, authority, business, kind of dossier or city.',
  access,
  query,
  answer: record({ spending }),
});

export const downloadSpending = defineCall({
  name: 'admin-spending.download',
  method: 'GET',
  path: '/api/v1/extra/admin/spending/csv',
  summary: 'Extra: the same as CSV or XLSX.',
  access,
  query: z.extend(query, { format: fileFormat }),
  answer: file,
  extras: EVERY_FORMAT,
});

export const searchFindings = defineCall({
  name: 'admin-findings.search',
  method: 'GET',
  path: '/api/v1/extra/admin/findings',
  summary: 'Extra: the findings of some months, each with the rule that found it, newest month first.',
  access,
  rate: 'search',
  query: z.strictObject({ ...parties, page, size: smallSize }),
  answer: record({ rows: listOf(finding), pagination }),
});
