import { useTranslate } from '@refinedev/core';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Money } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { Amount } from '#src/components/amount/amount.tsx';
import styles from './creation.module.css';

interface OrderBarProps {
  readonly count: number;
  /** Euro; undefined while it is summed up. */
  readonly total: Money | undefined;
  readonly isBusy: boolean;
  readonly canConfirm: boolean;
  readonly onConfirm: () => void;
}

/** Number and total of the selected purchases, always visible, with the button that orders them (§2). */
export function OrderBar({ count, total, isBusy, canConfirm, onConfirm }: OrderBarProps) {
  const translate = useTranslate();
  const confirmLatest = useRef(onConfirm);
  // In a layout effect, so together with the selection on the screen: a press never orders an earlier one.
  useLayoutEffect(() => {
    confirmLatest.current = onConfirm;
  });
  // Not rendered for each pressed checkbox, because it takes longer than the rest.
  const button = useMemo(
    () => (
      <ActionButton
        type="primary"
        size="large"
        loading={isBusy}
        disabled={!canConfirm}
        onClick={() => confirmLatest.current()}
      >
        {translate('amc-orders:confirm')}
      </ActionButton>
    ),
    [translate, isBusy, canConfirm],
  );
  return (
    <div className={styles.bar}>
      <p className={styles.fact} role="status">
        {translate('amc-orders:selected')} <strong translate="no">{formatCount(count)}</strong>
      </p>
      <p className={styles.fact}>
        {translate('amc-orders:total')} <strong>{total && <Amount value={total} />}</strong>
      </p>
      {button}
    </div>
  );
}
