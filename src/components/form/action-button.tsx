import { LoadingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ComponentProps, type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { useOnlinePress } from '#src/providers/notifications/refuse-offline.ts';

export function isSecondClick({ detail }: MouseEvent): boolean {
  return detail > 1;
}

/** Keeps a held Enter from pressing the focused element again and again. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}

/** A key press in the first ms after a question or an error appears is a second press: nobody has read it yet. */
const SECOND_PRESS_MS = 500;
const PRESSING_KEYS = new Set(['Enter', ' ']);

/**
 * Returns a function that tells whether the current key press belongs to the press before: the question or the error
 * that it would confirm has only just appeared.
 */
export function useSecondPress(isBusy: boolean): () => boolean {
  const shownAt = useRef(0);
  useEffect(() => {
    if (!isBusy) shownAt.current = performance.now();
  }, [isBusy]);
  return () => performance.now() - shownAt.current < SECOND_PRESS_MS;
}

/** Ignores a held key and a second press of the same key on a button. */
export function useIgnoreRepeatedKey(isBusy: boolean): (event: KeyboardEvent) => void {
  const isSecondPress = useSecondPress(isBusy);
  return (event) => {
    ignoreHeldEnter(event);
    if (PRESSING_KEYS.has(event.key) && isSecondPress()) event.preventDefault();
  };
}

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
