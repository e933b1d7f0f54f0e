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
export function ScreenButton({ declaration, id, to, icon, label, children }: ScreenButtonProps) {
  const href = useHref(to);
  const open = useLinkClickHandler(
    to,
    declaration.isConfidential && id !== undefined ? { state: openedState(id) } : {},
  );
  return (
    <Button
      {...(label !== undefined && ({ type: 'text', size: 'small' } as const))}
      icon={icon}
      href={href}
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
  const close = () => setIsOpen(false);

  function ask(): void {
    mutation.reset();
    setIsOpen(true);
  }

  function remove(): void {
    const successNotification = { type: 'success', message: translate('resource:deleted') } as const;
    mutate(
      { resource: declaration.name, id, successNotification },
      {
        onSuccess: () => {
          close();
          onDeleted?.();
        },
      },
    );
  }

  return (
    <>
      <Button
        {...(label !== undefined && ({ type: 'text', size: 'small' } as const))}
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
        onClose={close}
      />
    </>
  );
}
