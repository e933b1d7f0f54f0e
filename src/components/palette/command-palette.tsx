import { useTranslate } from '@refinedev/core';
import { KBarProvider } from '@refinedev/kbar';
import { useId } from 'react';
import { CommandSearch } from './command-search.tsx';
import { ModalDialog } from './modal-dialog.tsx';
import './palette.css';

/** The browser's dialog locks the page behind it, and looks after the focus. */
const OPTIONS = { disableDocumentLock: true, disableScrollbarManagement: true };

interface CommandPaletteProps {
  readonly onClose: () => void;
}

/** The command palette: what the user may do, found by a few letters. */
export function CommandPalette({ onClose }: CommandPaletteProps) {
  const translate = useTranslate();
  const id = useId();
  return (
    <ModalDialog labelledBy={id} className="palette" onClose={onClose}>
      <h2 id={id} className="visually-hidden">
        {translate('common:palette.open')}
      </h2>
      <KBarProvider options={OPTIONS}>
        <CommandSearch onClose={onClose} />
      </KBarProvider>
    </ModalDialog>
  );
}
