import { Button } from 'antd';
import type { ComponentProps, MouseEvent } from 'react';
import { useOnlinePress } from '#src/hooks/use-online-press.ts';
import { ignoreHeldEnter, isSecondClick } from './repeated-press.ts';

/** Neither the form nor what lies behind the button hears of it. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * antd's button for what needs the server: refused in words while there is no connection. The second click of a double
 * click does nothing, nor does an Enter that is held down: what the first began may be over by then.
 */
export function ActionButton({ onClick, 'aria-disabled': isRefused, ...props }: ComponentProps<typeof Button>) {
  const press = useOnlinePress((event) => {
    if (isSecondClick(event)) ignore(event);
    else onClick?.(event);
  });
  return (
    <Button onKeyDown={ignoreHeldEnter} {...props} {...press} aria-disabled={press['aria-disabled'] ?? isRefused} />
  );
}
