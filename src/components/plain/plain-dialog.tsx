import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useDialogTurn } from './dialog-turn.ts';
import { useEscape } from './escape.ts';

/** What takes the focus of a dialog that names nothing else. */
const FOCUSABLE = ['input', 'button', 'a[href]'].map((element) => `${element}:not(:disabled)`).join();

interface PlainDialogProps {
  /** Id of the element with the dialog's name; the element may be visually hidden. */
  readonly labelledBy: string;
  /** Id of a description that screen readers announce when the dialog opens. */
  readonly describedBy?: string;
  /** 'alertdialog' for a dialog that opens automatically. Default: the role of `dialog`. */
  readonly role?: 'alertdialog';
  /** Whether it opens over another dialog. Default: false. */
  readonly isAbove?: boolean;
  readonly className?: string;
  /** The element that gets the focus. Default: the first field, button or link. */
  readonly focused?: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Chromium: a field that gets the focus back from a dialog has no cursor and takes no keys until it is focused again.
 */
function returnCursor(element: Element | null): void {
  if (!(element instanceof HTMLElement) || element !== document.activeElement) return;
  element.blur();
  element.focus({ preventScroll: true });
}

function OpenDialog(props: Omit<PlainDialogProps, 'isAbove'>) {
  const { labelledBy, describedBy, role, className = '', focused, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);
  useEscape(null, { layer: 'top' });

  useLayoutEffect(() => {
    const { current } = dialog;
    if (!current) return;
    function closeBeside({ target, clientX: x, clientY: y }: PointerEvent): void {
      // A press on the padding has the same target as one beside the dialog.
      const { left, right, top, bottom } = (target as Element).getBoundingClientRect();
      if (target === current && (x < left || x > right || y < top || y > bottom)) close();
    }
    const { activeElement: before } = document;
    function open(): void {
      current?.showModal();
      // Browsers choose differently: Chromium also takes a container that only scripts can focus.
      (focused?.current ?? current?.querySelector<HTMLElement>(FOCUSABLE))?.focus();
    }
    open();
    current.addEventListener('pointerdown', closeBeside);
    // Chromium allows one refusal of Esc. The next Esc closes the dialog, so it is opened again.
    current.addEventListener('close', open);
    return () => {
      current.removeEventListener('pointerdown', closeBeside);
      current.removeEventListener('close', open);
      // Closing returns the focus, so the dialog must close before it is removed from the page.
      current.close();
      returnCursor(before);
    };
  }, [focused]);

  return (
    <dialog
      ref={dialog}
      role={role}
      className={`box plain-dialog ${className}`}
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

/**
 * The browser's modal dialog, for what opens also on pages that load no antd; the other screens use `Dialog`. It keeps
 * the focus inside and returns it at the end. Esc and a press outside close it. Mount it only while it is open. Over another
 * dialog it is given up: the user has gone on meanwhile.
 */
export function PlainDialog({ isAbove = false, ...props }: PlainDialogProps) {
  const { isShown, isOnTop } = useDialogTurn(true, isAbove);
  const giveUpLate = useEffectEvent(() => {
    if (!isOnTop()) props.onClose();
  });
  useLayoutEffect(() => {
    giveUpLate();
  }, []);
  return isShown && <OpenDialog {...props} />;
}

/** Whether a modal dialog is open. antd may keep a closed dialog hidden in the page. */
export function isModalOpen(): boolean {
  const dialogs = document.querySelectorAll('dialog[open], [role="dialog"][aria-modal="true"]');
  return [...dialogs].some((dialog) => dialog.closest('[style*="display: none"]') === null);
}
