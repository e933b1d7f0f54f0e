import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';
import './modal-dialog.css';

interface ModalDialogProps {
  /** Names the dialog; stands in it or is for screen readers only. */
  readonly labelledBy: string;
  /** What else is read out when it opens. */
  readonly describedBy?: string;
  /** `alertdialog` where it comes by itself; the browser's own role when not given. */
  readonly role?: 'alertdialog';
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A field that gets the focus back from a dialog has no cursor in Chromium, and takes no keys, until it is focused anew. */
function returnCursor(element: Element | null): void {
  if (!(element instanceof HTMLElement) || element !== document.activeElement) return;
  element.blur();
  element.focus({ preventScroll: true });
}

/**
 * The browser's own modal dialog: the focus goes in, stays in and returns; Esc and a press beside it close it. To be
 * mounted while it is open.
 */
export function ModalDialog({ labelledBy, describedBy, role, className = '', onClose, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);

  useLayoutEffect(() => {
    const { current } = dialog;
    if (!current) return;
    function closeBeside({ target }: Event): void {
      if (target === current) close();
    }
    const { activeElement: before } = document;
    const open = () => current.showModal();
    open();
    current.addEventListener('pointerdown', closeBeside);
    // Chromium lets Esc be refused once; the next one closes the dialog, whatever is to become of it.
    current.addEventListener('close', open);
    return () => {
      current.removeEventListener('pointerdown', closeBeside);
      current.removeEventListener('close', open);
      // Closed while it is still in the page, not just taken away: that is what gives the focus back.
      current.close();
      returnCursor(before);
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      role={role}
      className={`modal-dialog ${className}`}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
