import { useTranslate } from '@refinedev/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CartItem } from '#contract/calls/carts.ts';
import { ActionButton } from '#src/components/form/action-button.tsx';
import styles from './products-step.module.css';

interface UndoNoticeProps {
  readonly item: CartItem;
  readonly onUndo: () => void;
  /** Called when the time to restore the line is over. */
  readonly onAfterClose: () => void;
}

const SHOWN_MS = 5000;

/**
 * Names the deleted line and offers to restore it for 5 s. The time stops while the button has the focus or the
 * pointer.
 */
export function UndoNotice({ item, onUndo, onAfterClose }: UndoNoticeProps) {
  const translate = useTranslate();
  const [isHeld, setIsHeld] = useState(false);
  const end = useEffectEvent(onAfterClose);

  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => end(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);

  return (
    <span className={styles.undo}>
      <span>{translate('sale:cart.deleted', { name: item.product.name })}</span>
      <ActionButton
        size="small"
        onMouseEnter={() => setIsHeld(true)}
        onMouseLeave={() => setIsHeld(false)}
        onFocus={() => setIsHeld(true)}
        onBlur={() => setIsHeld(false)}
        onClick={onUndo}
      >
        {translate('sale:cart.undo')}
      </ActionButton>
    </span>
  );
}
