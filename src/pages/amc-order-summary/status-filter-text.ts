import type { useTranslate } from '@refinedev/core';
import { NOT_REJECTED } from '#src/components/status-chip/status-filters.ts';
import { chipOf } from '#src/components/status-chip/statuses.ts';

/** The text of a value of the status filter. */
export function statusFilterText(value: string, translate: ReturnType<typeof useTranslate>): string {
  return value === NOT_REJECTED ? translate('amc-summary:notRejected') : chipOf('esbOrder', value, translate).label;
}
