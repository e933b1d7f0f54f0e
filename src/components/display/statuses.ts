import type { useTranslate } from '@refinedev/core';
import { ESB_STATUSES } from '#contract/calls/amc-orders.ts';

/** The colour of a chip: green, red, or neutral (§2). */
export type Tone = 'good' | 'bad' | 'neutral';

/** Text and colour of a chip. */
export interface Chip {
  readonly label: string;
  readonly tone: Tone;
}

/**
 * The colours of the statuses on the wire (§2, §4), by kind and status. Their words are in `table.json`, by kind and
 * status too; those of a record are in its resource's namespace. A status that is not named has the colour of `others`,
 * or is neutral.
 */
const TONES = {
  categoryType: {},
  dossier: { APPROVED: 'good', others: 'bad' },
  voucher: { ENABLED: 'good', others: 'bad' },
  purchase: { ACTIVE: 'good', others: 'bad' },
  esbOrder: { ACCEPTED: 'good', REJECTED: 'bad' },
  month: { CLOSED: 'good' },
  record: { APPROVED: 'good', ENABLED: 'good', others: 'bad' },
} satisfies Record<string, Readonly<Record<string, Tone>>>;

export type StatusKind = keyof typeof TONES;

export function isRejected(esbStatus: string | undefined): boolean {
  return esbStatus === 'REJECTED';
}

export function isCancelled({ status }: { readonly status: string }): boolean {
  return status === 'CANCELLED';
}

export function toneOf(kind: StatusKind, status: string): Tone {
  const tones: Readonly<Record<string, Tone>> = TONES[kind];
  const ownTone = Object.hasOwn(tones, status) ? tones[status] : undefined;
  return ownTone ?? tones.others ?? 'neutral';
}

/** The chip of a status. An unknown status shows as it is. */
export function chipOf(kind: StatusKind, status: string, translate: ReturnType<typeof useTranslate>): Chip {
  return { label: translate(`table:status.${kind}.${status}`, {}, status), tone: toneOf(kind, status) };
}

/** Every status of an order but REJECTED, as one filter value: the call takes several (rules §1). */
export const NOT_REJECTED = ESB_STATUSES.filter((status) => !isRejected(status)).join(',');

/** The values of the status filter of orders. */
export const STATUS_FILTERS: readonly string[] = [NOT_REJECTED, ...ESB_STATUSES];
