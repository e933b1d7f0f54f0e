import { STANDING_STATUSES } from '#src/components/period-form/period-schema.ts';

/** The text of a status that orders are filtered by. */
export function statusKey(status: string): string {
  return status === STANDING_STATUSES ? 'amc-summary:standing' : `amc-summary:status.${status}`;
}
