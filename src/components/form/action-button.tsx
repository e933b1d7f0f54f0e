import { LoadingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ComponentProps, MouseEvent } from 'react';
import { useOnlinePress } from '#src/providers/notifications/refuse-offline.ts';
import { ignoreHeldEnter, isSecondClick } from './repeated-press.ts';

interface ActionButtonProps extends Omit<ComponentProps<typeof Button>, 'className' | 'loading'> {
  /** Whether the button's action is running. The button then keeps the focus but cannot be pressed. */
  readonly loading?: boolean;
}

/** Stops the event, so that neither the form nor the elements around the button receive it. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * antd's button for an action that needs the server. Without a connection it says so instead of acting. It ignores the
 * second click of a double click and the repeats of a held Enter, because the first press may already be finished.
 * While the action runs it shows antd's loading look with its own icon: antd's icon has an English name and can stay on
 * the button after a fast response.
 */
export function ActionButton(props: ActionButtonProps) {
  const { onClick, loading = false, icon, 'aria-disabled': isRefused, ...rest } = props;
  const press = useOnlinePress((event) => {
    if (loading || isSecondClick(event)) ignore(event);
    else onClick?.(event);
  });
  return (
    <Button
      onKeyDown={ignoreHeldEnter}
      {...rest}
      {...press}
      className={loading ? 'ant-btn-loading' : ''}
      icon={loading ? <LoadingOutlined aria-hidden /> : icon}
      aria-busy={loading}
      aria-disabled={press['aria-disabled'] ?? isRefused}
    />
  );
}
