import { useTranslate } from '@refinedev/core';
import type { AmcOrder } from '#contract/entities/amc-order.ts';
import { StatusChip } from '#src/components/status-chip/status-chip.tsx';
import type { Tone } from '#src/components/status-chip/tone.ts';
import styles from './amc-order-summary.module.css';

const TONES = new Map<string, Tone>([
  ['ACCEPTED', 'good'],
  ['REJECTED', 'bad'],
]);

/** The status of an order. A rejected one shows the reason, and that its purchases can be ordered again (rules §7). */
export function EsbStatus({ order: { esbStatus, esbReason } }: { readonly order: AmcOrder }) {
  const translate = useTranslate();
  if (esbStatus === undefined) return '-';
  return (
    <div className={styles.status}>
      {/* An unknown value shows as it is. */}
      <StatusChip
        label={translate(`amc-summary:status.${esbStatus}`, {}, esbStatus)}
        tone={TONES.get(esbStatus) ?? 'neutral'}
      />
      {esbStatus === 'REJECTED' && (
        <div className={styles.reason}>
          {esbReason !== undefined && <p>{translate('amc-summary:reason', { reason: esbReason })}</p>}
          <p>{translate('amc-summary:released')}</p>
        </div>
      )}
    </div>
  );
}
