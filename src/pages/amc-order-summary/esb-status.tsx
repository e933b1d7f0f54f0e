import { useTranslate } from '@refinedev/core';
import type { AmcOrder } from '#contract/entities/amc-order.ts';
import { NO_VALUE } from '#src/components/no-value.ts';
import { StatusChip } from '#src/components/status-chip/status-chip.tsx';
import { chipOf, isRejected } from '#src/components/status-chip/statuses.ts';
import styles from './amc-order-summary.module.css';

/** The status of an order. A rejected one shows the reason, and that its purchases can be ordered again (rules §7). */
export function EsbStatus({ order: { esbStatus, esbReason } }: { readonly order: AmcOrder }) {
  const translate = useTranslate();
  if (esbStatus === undefined) return NO_VALUE;
  return (
    <div className={styles.status}>
      <StatusChip {...chipOf('esbOrder', esbStatus, translate)} />
      {isRejected(esbStatus) && (
        <div className={styles.reason}>
          {esbReason !== undefined && <p>{translate('amc-summary:reason', { reason: esbReason })}</p>}
          <p>{translate('amc-summary:released')}</p>
        </div>
      )}
    </div>
  );
}
