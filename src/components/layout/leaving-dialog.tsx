import { useTranslate } from '@refinedev/core';
import { useId, useRef, useState } from 'react';
import { unfinishedOpenedCart } from '#src/providers/session/sale-store.ts';
import { patientName } from '../display/patient.ts';
import { pendingLeave } from '../palette/overlay-store.ts';
import { PlainDialog } from '../plain/plain-dialog.tsx';
import { PlainButton } from '../plain/plain-button.tsx';

/** Asks whether to discard a cart with products before the session or the business ends. */
export function LeavingDialog({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslate();
  const id = useId();
  const stay = useRef<HTMLButtonElement>(null);
  const [{ leave, cart }] = useState(() => ({ leave: pendingLeave(), cart: unfinishedOpenedCart() }));
  const name = patientName(cart?.patient);

  return (
    <PlainDialog
      className="plain-dialog--question"
      labelledBy={`${id}title`}
      describedBy={`${id}text`}
      focused={stay}
      onClose={onClose}
    >
      <h2 id={`${id}title`}>{translate('common:leaving.title')}</h2>
      <p id={`${id}text`}>{translate(name === '' ? 'common:leaving.text' : 'common:leaving.textOf', { name })}</p>
      <div className="plain-dialog__answers">
        <PlainButton
          onClick={() => {
            onClose();
            leave?.();
          }}
        >
          {translate('common:leaving.leave')}
        </PlainButton>
        <PlainButton ref={stay} look="primary" onClick={onClose}>
          {translate('common:leaving.stay')}
        </PlainButton>
      </div>
    </PlainDialog>
  );
}
