import { type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useEscape } from './escape.ts';
import { Icon } from './icon.tsx';
import { useDocumentEvent } from './page-hooks.ts';
import { PlainButton } from './plain-button.tsx';

interface DropdownMenuProps {
  readonly label: ReactNode;
  /** The choices, one `li` each. A function renders them only while the list is open. */
  readonly children: ReactNode | (() => ReactNode);
}

/**
 * The menu of the shell: a button that opens a list of choices. Esc, a click elsewhere, a link or the focus leaving it
 * closes the list.
 */
export function DropdownMenu({ label, children }: DropdownMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const listId = useId();

  function closeOutside({ target }: Event): void {
    if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
  }
  useDocumentEvent('pointerdown', closeOutside, { isOn: isOpen });
  useDocumentEvent('focusin', closeOutside, { isOn: isOpen });

  const focusToggle = () => toggle.current?.focus();

  const close = () => {
    setOpen(false);
    focusToggle();
  };
  useEscape(close, { isOn: isOpen });

  function onPress({ target }: MouseEvent): void {
    const pressed = target instanceof Element && target.closest('a, button');
    // A menu inside this one keeps the focus of its own.
    if (!pressed || pressed.closest('.dropdown') !== root.current) return;
    focusToggle();
    if (pressed.matches('a')) setOpen(false);
  }

  return (
    // The wrapper only receives the events of the buttons inside. The list closes before a choice opens a dialog, so
    // that the dialog returns the focus to the toggle and not to the removed choice.
    <div ref={root} className="dropdown" role="presentation" onClickCapture={onPress}>
      <PlainButton
        ref={toggle}
        className="dropdown__toggle"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        <Icon shape="expand" />
      </PlainButton>
      <ul id={listId} className="box dropdown__list" hidden={!isOpen}>
        {typeof children === 'function' ? isOpen && children() : children}
      </ul>
    </div>
  );
}
