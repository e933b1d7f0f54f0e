import { STANDING_STATUSES } from '#src/components/period-form/period-schema.ts';

export function statusKey(status: string): string {
  return status === STANDING_STATUSES ? 'amc-summary:standing' : `amc-summary:status.${status}`;
}
