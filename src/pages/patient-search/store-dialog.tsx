import { useTranslate } from '@refinedev/core';
import type { RefSelectProps } from 'antd/es/select';
import { useRef } from 'react';
import type { Id } from '#contract/wire.ts';
import { useSecondPress } from '#src/components/action-button/use-second-press.ts';
import { Dialog } from '#src/components/dialog/dialog.tsx';
import { useFocusWhenShown } from '#src/components/focus/use-focus-when-shown.ts';
import { FormField } from '#src/components/fields/form-field.tsx';
import { Typeahead, type TypeaheadOption } from '#src/components/fields/typeahead.tsx';

interface StoreFieldProps {
  readonly options: readonly TypeaheadOption[];
  readonly selectedId: Id | undefined;
  readonly onChoose: (storeId: Id) => void;
}

/** The field of the dialog, open and focused. The Enter that opened the dialog does not choose a store too. */
function StoreField({ options, selectedId, onChoose }: StoreFieldProps) {
  const translate = useTranslate();
  const field = useRef<RefSelectProps>(null);
  const isSecondPress = useSecondPress(false);
  useFocusWhenShown(field);
  return (
    <div
      role="presentation"
      onKeyDownCapture={(event) => {
        if (event.key === 'Enter' && isSecondPress()) event.stopPropagation();
      }}
    >
      <FormField label={translate('patients:store.label')}>
        {(input) => (
          <Typeahead
            {...input}
            ref={field}
            startsOpen
            options={options}
            value={selectedId}
            placeholder={translate('patients:store.choose')}
            emptyText={translate('patients:store.none')}
            onChange={(storeId) => {
              if (storeId !== undefined) onChoose(storeId);
            }}
          />
        )}
      </FormField>
    </div>
  );
}

interface StoreDialogProps extends StoreFieldProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called when the dialog is gone after a choice. */
  readonly onChosen: () => void;
}

/** Lets the user choose the store of the sale. The choice closes the dialog. */
export function StoreDialog({ isOpen, onClose, onChosen, onChoose, ...field }: StoreDialogProps) {
  const translate = useTranslate();
  const isChosen = useRef(false);
  return (
    <Dialog
      isOpen={isOpen}
      title={translate('patients:store.choose')}
      closesOnMask
      onClose={onClose}
      onAfterClose={() => {
        if (isChosen.current) onChosen();
        isChosen.current = false;
      }}
    >
      <StoreField
        {...field}
        onChoose={(storeId) => {
          isChosen.current = true;
          onChoose(storeId);
        }}
      />
    </Dialog>
  );
}
