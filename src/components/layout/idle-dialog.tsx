import { useLogout, useTranslate } from '@refinedev/core';
import { useEffect, useId, useState } from 'react';
import { callApi } from '#src/providers/api/call-api.ts';
import { loadAuthentication } from '#src/providers/session/begin-sign-on.ts';
import { timeLeft } from '#src/providers/session/idle-time.ts';
import { isSignedIn } from '#src/providers/session/tokens.ts';
import { PlainDialog } from '../plain/plain-dialog.tsx';
import { PlainButton } from '../plain/plain-button.tsx';

/** Screen readers announce the remaining time at these seconds; every second would be too often. */
const READ_OUT = [10, 30, 60];

const MINUTE = 60;

/** The seconds until the session ends. Renders every second. */
function useSecondsLeft(): number {
  const read = () => Math.max(Math.ceil(timeLeft() / 1000), 0);
  const [seconds, setSeconds] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(read), 250);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}

function asMinutes(seconds: number): string {
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`;
}

interface IdleDialogProps {
  /** Nothing puts off the end of a session that has lasted its longest. */
  readonly end: 'idle' | 'longest';
  readonly onClose: () => void;
}

/**
 * Warns that the session ends soon, and offers to stay where that is possible. Esc and a press outside also mean that the
 * user stays. It lies over every other dialog.
 */
export function IdleDialog({ end, onClose }: IdleDialogProps) {
  const translate = useTranslate();
  const id = useId();
  const { mutate: signOut, isPending: isLeaving } = useLogout();
  const [renewal, setRenewal] = useState<'none' | 'underway' | 'failed'>('none');
  const seconds = useSecondsLeft();
  const readOut = READ_OUT.find((limit) => seconds <= limit);

  async function renew(): Promise<void> {
    setRenewal('underway');
    try {
      // The cheapest call that extends the session.
      const { readCurrentUser } = await loadAuthentication();
      await callApi(readCurrentUser, {}, { alerts: 'expiry-only', background: true });
      setRenewal('none');
      onClose();
    } catch {
      setRenewal(isSignedIn() ? 'failed' : 'none');
    }
  }

  const isBusy = isLeaving || renewal === 'underway';
  const stay = () => {
    if (end === 'longest') onClose();
    else if (!isBusy) void renew();
  };
  // The user can leave before the server responds.
  const leave = () => {
    if (!isLeaving) signOut({});
  };

  return (
    <PlainDialog
      role="alertdialog"
      isAbove
      className="plain-dialog--question"
      labelledBy={`${id}title`}
      describedBy={`${id}text ${id}left`}
      onClose={stay}
    >
      <h2 id={`${id}title`}>{translate('common:idle.title')}</h2>
      <p id={`${id}text`}>{translate(end === 'idle' ? 'common:idle.text' : 'common:idle.longest')}</p>
      <p id={`${id}left`} role="timer" className="idle__left">
        {translate('common:idle.left')} <strong translate="no">{asMinutes(seconds)}</strong>
      </p>
      <p aria-live="polite" className="visually-hidden">
        {readOut !== undefined && translate('common:idle.leftInSeconds', { count: readOut })}
      </p>
      <p role="alert" className="idle__failure">
        {renewal === 'failed' && translate('common:idle.failed')}
      </p>
      <div className="row wraps plain-dialog__answers">
        <PlainButton look="primary" aria-busy={renewal === 'underway'} aria-disabled={isBusy} onClick={stay}>
          {translate(end === 'idle' ? 'common:idle.stay' : 'common:idle.understood')}
        </PlainButton>
        <PlainButton aria-busy={isLeaving} aria-disabled={isLeaving} onClick={leave}>
          {translate('common:user.signOut')}
        </PlainButton>
      </div>
    </PlainDialog>
  );
}
