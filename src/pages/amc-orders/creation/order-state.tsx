import { useTranslate } from '@refinedev/core';
import { WaitingNotice } from '#src/components/command-dialogs/waiting-notice.tsx';
import { OutcomeMessage } from './outcome-message.tsx';
import type { OrderCreation } from './use-order-creation.ts';

/** What is known of the order that was made last, whatever search shows below. */
export function OrderState({ creation }: { readonly creation: OrderCreation }) {
  const { outcome, verify, isRunning, activity, stopWaiting } = creation;
  const translate = useTranslate();
  return (
    <>
      {outcome && <OutcomeMessage outcome={outcome} onVerify={verify} />}
      {isRunning && (
        <WaitingNotice
          key={activity}
          text={activity === 'verifying' ? translate('amc-orders:outcome.verifying') : undefined}
          onStop={stopWaiting}
        />
      )}
    </>
  );
}
