import type { useTranslate } from '@refinedev/core';

/** The colour of a chip: green, red, or neutral (§2). */
export type Tone = 'good' | 'bad' | 'neutral';

/** Text and colour of a chip. */
export interface Chip {
  readonly label: string;
  readonly tone: Tone;
}

/**
 * The colours of the statuses on the wire (§2, §4), by kind and status. Their words are in `table.json`, by kind and
 * status too; those of a record are in its resource's namespace.
 */
const TONES = {
  categoryType: { others: 'neutral' },
  dossier: { APPROVED: 'good', others: 'bad' },
  voucher: { ENABLED: 'good', others: 'bad' },
  purchase: { ACTIVE: 'good', others: 'bad' },
  esbOrder: { ACCEPTED: 'good', REJECTED: 'bad', others: 'neutral' },
  month: { CLOSED: 'good', others: 'neutral' },
  record: { APPROVED: 'good', ENABLED: 'good', others: 'bad' },
} as const satisfies Record<string, { readonly others: Tone; readonly [status: string]: Tone }>;

export type StatusKind = keyof typeof TONES;

/** The status of a dossier or voucher that a patient does not have (rules §4). */
export const NO_STATUS = 'NO_VALUE';

export function isRejected(esbStatus: string | undefined): boolean {
  return esbStatus === 'REJECTED';
}

export function isCancelled({ status }: { readonly status: string }): boolean {
  return status === 'CANCELLED';
}

export function toneOf(kind: StatusKind, status: string): Tone {
  const tones: { readonly others: Tone; readonly [status: string]: Tone | undefined } = TONES[kind];
  return tones[status] ?? tones.others;
}

/** The chip of a status. An unknown status shows as it is. */
export function chipOf(kind: StatusKind, status: string, translate: ReturnType<typeof useTranslate>): Chip {
  return { label: translate(`table:status.${kind}.${status}`, {}, status), tone: toneOf(kind, status) };
}
