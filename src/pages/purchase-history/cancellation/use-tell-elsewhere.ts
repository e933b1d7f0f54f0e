import { useTranslate } from '@refinedev/core';
import type { Id } from '#contract/wire.ts';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { showAlert } from '#src/providers/notifications/alert-store.ts';
import type { CancellationEnding } from './cancellation-state.ts';

/**
 * Tells how a storno ended whose screen has been left: by an alert that names the purchase and stays until it is
 * dismissed (decisions §2). A refusal that has its own alert already is not told twice.
 */
export function useTellElsewhere(): (ending: CancellationEnding, purchaseId: Id) => void {
  const translate = useTranslate();
  const errorText = useErrorText();
  return (ending, id) => {
    const tell = (key: string, reason?: string) => {
      const words = translate(`purchases:cancellation.elsewhere.${key}`, { id });
      const texts = reason === undefined ? { text: words } : { title: words, text: reason };
      showAlert({ kind: 'danger', ...texts, duration: null, dismissible: true });
    };
    switch (ending.type) {
      case 'executeRefused':
        if (!ending.refusal.shown) tell('refused', errorText(ending.refusal));
        break;
      case 'outcomeNotCancelled':
        tell('notCancelled');
        break;
      case 'outcomeUnknown':
        tell('unknown');
    }
  };
}
