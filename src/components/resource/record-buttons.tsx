import { DeleteOutlined } from '@ant-design/icons';
import { type BaseKey, type BaseRecord, CanAccess, useDelete, useTranslate } from '@refinedev/core';
import { Alert, Button, Modal } from 'antd';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';

interface ScreenButtonProps {
  readonly resource: string;
  readonly action: 'create' | 'show' | 'edit';
  readonly id?: BaseKey;
  readonly to: string;
  readonly icon?: ReactNode;
  /** Its name where the icon alone shows. */
  readonly label?: string;
  readonly children?: ReactNode;
}

/** A link, as a button, to a screen of a resource, for who may see it. */
export function ScreenButton({ resource, action, id, to, icon, label, children }: ScreenButtonProps) {
  const href = useHref(to);
  const open = useLinkClickHandler(to);
  return (
    <CanAccess resource={resource} action={action} {...(id !== undefined && { params: { id } })}>
      <Button
        icon={icon}
        href={href}
        aria-label={label}
        onClick={(event) => open(event as MouseEvent<HTMLAnchorElement>)}
      >
        {children}
      </Button>
    </CanAccess>
  );
}

interface DeleteRecordProps {
  readonly resource: string;
  readonly id: BaseKey;
  /** Its name where the icon alone shows. */
  readonly label?: string;
  readonly children?: ReactNode;
  readonly onDeleted?: () => void;
}

/** Deletes a record, for who may, after a question. What fails is told by the error policy or in the question. */
export function DeleteRecord({ resource, id, label, children, onDeleted }: DeleteRecordProps) {
  const translate = useTranslate();
  const [isAsked, setAsked] = useState(false);
  const errorText = useErrorText();
  const { mutate, mutation } = useDelete<BaseRecord, ApiError>();
  const { error } = mutation;

  function remove(): void {
    const successNotification = { type: 'success', message: translate('resource:deleted') } as const;
    mutate(
      { resource, id, successNotification, errorNotification: false },
      {
        onSuccess: () => {
          setAsked(false);
          onDeleted?.();
        },
      },
    );
  }

  return (
    <CanAccess resource={resource} action="delete" params={{ id }}>
      <Button danger icon={<DeleteOutlined aria-hidden />} aria-label={label} onClick={() => setAsked(true)}>
        {children}
      </Button>
      <Modal
        open={isAsked}
        title={translate(`${resource}:deleteQuestion`)}
        okText={translate('resource:delete')}
        okButtonProps={{ danger: true }}
        cancelText={translate('resource:cancel')}
        confirmLoading={mutation.isPending}
        onOk={remove}
        onCancel={() => setAsked(false)}
      >
        <div aria-live="assertive">
          {error && !error.shown && <Alert type="error" showIcon message={errorText(error)} />}
        </div>
      </Modal>
    </CanAccess>
  );
}
