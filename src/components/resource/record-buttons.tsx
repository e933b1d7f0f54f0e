import { DeleteOutlined } from '@ant-design/icons';
import { type BaseKey, type BaseRecord, useDelete, useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import type { ApiError } from '#src/providers/api/api-error.ts';
import { type ResourceDeclaration, wordsOf } from '#src/providers/data/declaration.ts';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';
import { ConfirmDialog } from '../command/confirm-dialog.tsx';
import { openedState } from './confidential-state.ts';

const IN_ROW = { type: 'text', size: 'small' } as const;

interface ScreenButtonProps {
  readonly declaration: Pick<ResourceDeclaration, 'isConfidential'>;
  readonly id?: BaseKey;
  readonly to: string;
  readonly icon?: ReactNode;
  /** Accessible name of a button in a row, whose text stands for several. It begins with the text. */
  readonly label?: string;
  readonly children?: ReactNode;
}

/** A link button to a screen of a resource. */
export function ScreenButton({ declaration: { isConfidential }, id, to, icon, label, children }: ScreenButtonProps) {
  const open = useLinkClickHandler(to, { state: isConfidential && id !== undefined ? openedState(id) : undefined });
  return (
    <Button
      {...(label !== undefined && IN_ROW)}
      icon={icon}
      href={useHref(to)}
      aria-label={label}
      onClick={(event) => open(event as MouseEvent<HTMLAnchorElement>)}
    >
      {children}
    </Button>
  );
}

interface DeleteRecordProps {
  readonly declaration: ResourceDeclaration;
  readonly id: BaseKey;
  /** Accessible name of a button in a row. It begins with the text. */
  readonly label?: string;
  readonly children?: ReactNode;
  readonly onDeleted?: () => void;
}

/** Deletes a record after a confirmation. The error policy or the dialog shows a failure. */
export function DeleteRecord({ declaration, id, label, children, onDeleted }: DeleteRecordProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, mutation } = useDelete<BaseRecord, ApiError>();
  const { error } = mutation;

  function ask(): void {
    mutation.reset();
    setIsOpen(true);
  }

  function onSuccess(): void {
    setIsOpen(false);
    onDeleted?.();
  }

  function remove(): void {
    const successNotification = { type: 'success', message: translate('resource:deleted') } as const;
    mutate({ resource: declaration.name, id, successNotification }, { onSuccess });
  }

  return (
    <>
      <Button
        {...(label !== undefined && IN_ROW)}
        danger
        icon={<DeleteOutlined aria-hidden />}
        aria-label={label}
        onClick={ask}
      >
        {children}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        isBusy={mutation.isPending}
        title={translate(`${wordsOf(declaration)}:deleteQuestion`)}
        error={error && !error.shown && errorText(error)}
        enterMeans="no"
        yesLabel={translate('resource:delete')}
        isDanger
        onYes={remove}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
