import { useEffect, useState } from 'react';
import { notifyError } from '#src/providers/http/notify-error.ts';
import { loadTexts } from '#src/providers/i18n/i18n.ts';
import { idleTimeLeft, isIdleEndNear } from '#src/providers/session/idle-time.ts';
import { expireSession } from '#src/providers/session/session.ts';
import { LazyPart } from '../lazy/lazy-part.tsx';

/** How often to look, in ms: a timer of its own for the end would not count while the machine sleeps. */
const LOOK_EVERY_MS = 1000;

/** Few sessions are left alone for so long. */
async function loadDialog() {
  return (await Promise.all([import('./idle-dialog.tsx'), loadTexts(['idle'])]))[0].IdleDialog;
}

/**
 * Warns before a session ends because nobody uses it, where the server says when that is, and ends it here at that time
 * (§4, §8): the next call would find out, but until then a shared counter would show what was read.
 */
export function IdleWatch() {
  const [isNear, setNear] = useState(false);

  function look(): void {
    if (idleTimeLeft() <= 0 && expireSession()) notifyError({ status: 403, isRefreshRefused: true });
    setNear(isIdleEndNear());
  }

  useEffect(() => {
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);

  // Where its code does not come, the end is told all the same.
  return isNear && <LazyPart load={loadDialog} props={{ onStayed: look }} failed={() => null} />;
}
