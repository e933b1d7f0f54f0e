import { useCallback, useEffect, useState } from 'react';
import { useNotify } from '#src/hooks/use-notify.ts';
import { idleTimeLeft, isIdleEndNear } from '#src/providers/session/idle-time.ts';
import { expireSession } from '#src/providers/session/session.ts';
import { onTokensChange } from '#src/providers/session/tokens.ts';
import { IdleDialog } from './idle-dialog.tsx';

/** Interval of the check, in ms. A single timer would not count while the machine sleeps. */
const LOOK_EVERY_MS = 1000;

/**
 * Warns before an idle session ends, if the server has an idle limit, and ends it here at that time (§4, §8).
 * Otherwise the data would stay on a shared screen until the next call.
 */
export function IdleWatch() {
  const { notifyError } = useNotify();
  const [isNear, setNear] = useState(false);

  const look = useCallback(() => {
    if (idleTimeLeft() <= 0 && expireSession()) notifyError({ status: 403, isRefreshRefused: true });
    setNear(isIdleEndNear());
  }, [notifyError]);

  useEffect(() => {
    const timer = setInterval(look, LOOK_EVERY_MS);
    // The dialog closes however the session ends, so that it does not cover the alert about the end.
    const stopListening = onTokensChange(look);
    return () => {
      clearInterval(timer);
      stopListening();
    };
  }, [look]);

  return isNear && <IdleDialog onStayed={look} />;
}
