import { useTranslate } from '@refinedev/core';
import { useId, useRef, useState } from 'react';
import { unfinishedOpenedCart } from '#src/providers/session/sale-store.ts';
import { patientName } from '../display/patient.ts';
import { pendingLeave } from '../palette/overlay-store.ts';
import { NativeDialog } from './native-dialog.tsx';

/** Asks whether to discard a cart with products before the session or the business ends. */
export function LeavingDialog({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslate();
  const id = useId();
  const stay = useRef<HTMLButtonElement>(null);
  const [{ leave, cart }] = useState(() => ({ leave: pendingLeave(), cart: unfinishedOpenedCart() }));
  const name = patientName(cart?.patient);

  return (
    <NativeDialog
      className="native-dialog--question"
      labelledBy={`${id}title`}
      describedBy={`${id}text`}
      focused={stay}
      onClose={onClose}
    >
      <h2 id={`${id}title`}>{translate('common:leaving.title')}</h2>
      <p id={`${id}text`}>{translate(name === '' ? 'common:leaving.text' : 'common:leaving.textOf', { name })}</p>
      <div className="native-dialog__answers">
        <button
          type="button"
          className="button button--secondary"
          onClick={() => {
            onClose();
            leave?.();
          }}
        >
          {translate('common:leaving.leave')}
        </button>
        <button ref={stay} type="button" className="button button--primary" onClick={onClose}>
          {translate('common:leaving.stay')}
        </button>
      </div>
    </NativeDialog>
  );
}
