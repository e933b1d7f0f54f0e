import { useCallback, useEffect, useState } from 'react';
import { useNotify } from '#src/hooks/use-notify.ts';
import { loadTexts } from '#src/providers/i18n/i18n.ts';
import { idleTimeLeft, isIdleEndNear } from '#src/providers/session/idle-time.ts';
import { expireSession } from '#src/providers/session/session.ts';
import { onTokensChange } from '#src/providers/session/tokens.ts';
import { LazyPart } from '../lazy/lazy-part.tsx';

/** How often to look, in ms: a timer of its own for the end would not count while the machine sleeps. */
const LOOK_EVERY_MS = 1000;

async function importDialog() {
  return (await import('./idle-dialog.tsx')).IdleDialog;
}

/** Late, since few sessions are left alone for so long. */
async function loadDialog() {
  return (await Promise.all([importDialog(), loadTexts(['idle'])]))[0];
}

/**
 * Warns before a session ends because nobody uses it, where the server says when that is, and ends it here at that time
 * (§4, §8): the next call would find out, but until then a shared counter would show what was read.
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
    // However the session ends, the dialog goes with it: what is told of the end must not stand behind one.
    const stopListening = onTokensChange(look);
    return () => {
      clearInterval(timer);
      stopListening();
    };
  }, [look]);

  // Where its code does not come, the end is told all the same.
  return isNear && <LazyPart load={loadDialog} props={{ onStayed: look }} failed={() => null} />;
}
