/** The colour of a chip: green, red, or neutral (§2). */
export type Tone = 'good' | 'bad' | 'neutral';

const GOOD_STATUSES = new Set(['APPROVED', 'ENABLED', 'COMPLETATO']);

/** Green for APPROVED or ENABLED, red otherwise (§2). */
export function toneOfStatus(status: string): Tone {
  return GOOD_STATUSES.has(status) ? 'good' : 'bad';
}
