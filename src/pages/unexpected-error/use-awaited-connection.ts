import { useEffect, useEffectEvent, useState } from 'react';
import { useIsOnline } from '#src/providers/connection/connection.ts';
import { LoadError } from '#src/providers/loading/retry.ts';

/**
 * For a screen that could not be loaded: whether the connection is to blame, in which case the screen is asked for again
 * by itself as soon as there is one (design §5).
 */
export function useAwaitedConnection(error: unknown, retry: () => void): boolean {
  const isOnline = useIsOnline();
  const [wasOffline, setWasOffline] = useState(false);
  const isAwaited = error instanceof LoadError && wasOffline;
  if (!isOnline && !wasOffline) setWasOffline(true);

  const retryOnReturn = useEffectEvent(retry);
  useEffect(() => {
    if (isAwaited && isOnline) retryOnReturn();
  }, [isAwaited, isOnline]);
  return isAwaited;
}
