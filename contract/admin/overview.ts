import { defineCall } from '../call.ts';
import { amount, id, integer, month, optional, type Read, record } from '../wire.ts';

/** What waits for an operator. For an office it is what its authority pays. */
export const overview = record({
  /** The month under way, with its spending in euro. */
  month,
  spending: amount,
  purchases: integer,
  /** The months that are over and not closed, and the oldest of them. */
  monthsToClose: integer,
  oldestToClose: optional(record({ aslId: id, month })),
  /** Those of the month before. */
  mismatches: integer,
  /** Those of these two months. */
  findings: integer,
  lockedPins: integer,
  /** Checked files that nobody has started. Absent for an office, which imports nothing. */
  importsToStart: optional(integer),
});
export type Overview = Read<typeof overview>;

export const readOverview = defineCall({
  name: 'admin-overview.read',
  method: 'GET',
  path: '/api/v1/extra/admin/overview',
  summary: "Extra: the figures of an operator's first page.",
  access: ['OPERATOR'],
  answer: record({ overview }),
});
