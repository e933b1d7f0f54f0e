import { useTranslate } from '@refinedev/core';
import { useRef } from 'react';
import { Dialog } from '#src/components/dialog/dialog.tsx';
import { StoreChoice, type StoreChoiceProps } from './store-choice.tsx';

interface StoreDialogProps extends StoreChoiceProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The dialog has gone after a choice. */
  readonly onChosen: () => void;
}

/** Lets the assistant choose the store that sells; the choice closes it. */
export function StoreDialog({ isOpen, onClose, onChosen, onChoose, ...choice }: StoreDialogProps) {
  const translate = useTranslate();
  const isChosen = useRef(false);
  return (
    <Dialog
      isOpen={isOpen}
      title={translate('patients:store.choose')}
      closesOnMask
      onClose={onClose}
      onGone={() => {
        if (isChosen.current) onChosen();
        isChosen.current = false;
      }}
    >
      <StoreChoice
        {...choice}
        onChoose={(storeId) => {
          isChosen.current = true;
          onChoose(storeId);
        }}
      />
    </Dialog>
  );
}
