import { useTranslate } from '@refinedev/core';
import type { RefSelectProps } from 'antd/es/select';
import { useId, useRef } from 'react';
import type { Store } from '#contract/entities/store.ts';
import type { Id } from '#contract/wire.ts';
import { useFocusWhenShown } from '#src/components/focus/use-focus-when-shown.ts';
import { Typeahead } from '#src/components/typeahead/typeahead.tsx';
import { storeName } from './store-name.ts';

export interface StoreChoiceProps {
  readonly stores: readonly Store[];
  readonly selectedId: Id | undefined;
  readonly onChoose: (storeId: Id) => void;
}

/** The field of the store dialog: open and ready to type in. */
export function StoreChoice({ stores, selectedId, onChoose }: StoreChoiceProps) {
  const translate = useTranslate();
  const id = useId();
  const field = useRef<RefSelectProps>(null);
  useFocusWhenShown(field);
  return (
    <>
      <label htmlFor={id}>{translate('patients:store.label')}</label>
      <Typeahead
        ref={field}
        id={id}
        startsOpen
        options={stores.map((store) => ({ value: store.storeId, label: storeName(store) }))}
        value={selectedId}
        placeholder={translate('patients:store.choose')}
        emptyText={translate('patients:store.none')}
        onChange={(storeId) => {
          if (storeId !== undefined) onChoose(storeId);
        }}
      />
    </>
  );
}
