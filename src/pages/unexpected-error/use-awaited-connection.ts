import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useIsOnline } from '#src/providers/connection/connection.ts';
import { LoadError } from '#src/providers/loading/retry.ts';

interface Awaiting {
  /** Whether the screen is only not there because there was no connection. */
  readonly isAwaited: boolean;
  /** Asks for the screen once more, in its place. */
  readonly retry: () => void;
}

/**
 * For a screen that could not be loaded: whether the connection is to blame, in which case the screen is asked for again
 * by itself as soon as there is one (design §5).
 */
export function useAwaitedConnection(error: unknown): Awaiting {
  const isOnline = useIsOnline();
  const location = useLocation();
  const navigate = useNavigate();
  // It is to blame for this very error, also while the screen is asked for again.
  const [blamedFor, setBlamedFor] = useState<unknown>(null);
  const isLoadError = error instanceof LoadError;
  if (isLoadError && !isOnline && blamedFor !== error) setBlamedFor(error);
  const isAwaited = isLoadError && blamedFor === error;

  const retry = () => void navigate(location, { replace: true, state: location.state as unknown });
  const retryOnReturn = useEffectEvent(retry);
  useEffect(() => {
    if (isAwaited && isOnline) retryOnReturn();
  }, [isAwaited, isOnline]);
  return { isAwaited, retry };
}
