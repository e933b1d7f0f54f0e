import { LoadingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ComponentProps, MouseEvent } from 'react';
import { useOnlinePress } from '#src/hooks/use-online-press.ts';
import { ignoreHeldEnter, isSecondClick } from './repeated-press.ts';

interface ActionButtonProps extends Omit<ComponentProps<typeof Button>, 'className' | 'loading'> {
  /** Whether what it began is under way; it cannot be pressed meanwhile, and keeps the focus. */
  readonly loading?: boolean;
}

/** Neither the form nor what lies behind the button hears of it. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * antd's button for what needs the server: refused in words while there is no connection. The second click of a double
 * click does nothing, nor does an Enter that is held down: what the first began may be over by then. At work it looks
 * as antd's, but its name stays: antd's own icon has an English one, and is left behind by an answer that comes at once.
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
