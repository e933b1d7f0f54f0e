import { useLogout, useTranslate } from '@refinedev/core';
import { useEffect, useId, useState } from 'react';
import { useSingleFlight } from '#src/hooks/use-single-flight.ts';
import { loadAuthentication } from '#src/providers/auth/identity.ts';
import { callApi } from '#src/providers/http/call-api.ts';
import { idleTimeLeft } from '#src/providers/session/idle-time.ts';
import { ModalDialog } from '../palette/modal-dialog.tsx';
import './idle-dialog.css';

/** When the time left is read out, in seconds: each second would be too often. */
const READ_OUT = [10, 30, 60];

const MINUTE = 60;

/** The seconds until the session ends; renders anew with each. */
function useSecondsLeft(): number {
  const read = () => Math.max(Math.ceil(idleTimeLeft() / 1000), 0);
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

/**
 * Says that the session ends soon, and offers to stay, which Esc and a press beside it mean too: whoever presses a key is
 * there. It lies over any other dialog.
 */
export function IdleDialog({ onStayed }: { readonly onStayed: () => void }) {
  const translate = useTranslate();
  const id = useId();
  const once = useSingleFlight();
  const { mutate: signOut } = useLogout();
  const [hasFailed, setFailed] = useState(false);
  const seconds = useSecondsLeft();
  const readOut = READ_OUT.find((limit) => seconds <= limit);

  async function renew(): Promise<void> {
    setFailed(false);
    try {
      // The cheapest call that the server takes for a use of the session.
      const { readCurrentUser } = await loadAuthentication();
      await callApi(readCurrentUser, {}, { alerts: 'expiry-only', background: true });
      onStayed();
    } catch {
      setFailed(true);
    }
  }
  const stay = () => void once(renew);

  return (
    <ModalDialog role="alertdialog" className="idle" labelledBy={`${id}title`} describedBy={`${id}text`} onClose={stay}>
      <h2 id={`${id}title`}>{translate('idle:title')}</h2>
      <p id={`${id}text`}>{translate('idle:text')}</p>
      <p role="timer" className="idle__left">
        {translate('idle:left')} <strong>{asMinutes(seconds)}</strong>
      </p>
      <p aria-live="polite" className="visually-hidden">
        {readOut !== undefined && translate('idle:leftInSeconds', { count: readOut })}
      </p>
      <p role="alert" className="idle__failure">
        {hasFailed && translate('idle:failed')}
      </p>
      <div className="idle__answers">
        <button type="button" className="button button--primary" onClick={stay}>
          {translate('idle:stay')}
        </button>
        <button type="button" className="button button--secondary" onClick={() => signOut({})}>
          {translate('common:user.signOut')}
        </button>
      </div>
    </ModalDialog>
  );
}
