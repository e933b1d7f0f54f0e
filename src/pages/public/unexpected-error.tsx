import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { FallbackProps } from 'react-error-boundary';
import { CONTENT_ID, focusScreen, useTabTitle } from '#src/components/layout/focus-screen.ts';
import { PageHead } from '#src/components/plain/public-page.tsx';
import { OnlineButton } from '#src/components/plain/plain-button.tsx';
import { useIsOnline } from '#src/providers/api/connection.ts';
import { LoadError } from '#src/providers/loading/retry.ts';
import { paths } from '#src/providers/paths.ts';
import { useI18nProvider } from '#src/providers/i18n.ts';

/** Whether a lost connection caused the failure. If so, it retries when the connection is back (design §5). */
function useAwaitedConnection(error: unknown, retry: () => void): boolean {
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

/** Takes the focus, and passes it to the screen that follows (design §5). */
function useFocusInPlace(main: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = main;
    const place = current?.parentElement;
    current?.focus({ preventScroll: true });
    return () => {
      if (place && current.contains(document.activeElement)) queueMicrotask(() => void focusScreen(place));
    };
  }, [main]);
}

/**
 * Shown when a screen fails or its code cannot be loaded (§2, §8), inside the shell if the shell works. It does not use
 * Refine, which may have failed too. Its links reload the page; the session and the id of an unfinished cart survive
 * that. After a lost connection the screen opens by itself.
 */
export function UnexpectedErrorPage({ error, resetErrorBoundary }: FallbackProps) {
  const { translate } = useI18nProvider();
  const isAwaited = useAwaitedConnection(error, resetErrorBoundary);
  const main = useRef<HTMLElement>(null);
  useFocusInPlace(main);

  const text = error instanceof LoadError ? 'notLoaded' : 'text';
  const title = translate(isAwaited ? 'common:offline.screen' : 'common:unexpectedError.title');
  useTabTitle([title, translate('common:service.name')]);

  return (
    <main ref={main} id={CONTENT_ID} className="app__main" tabIndex={-1}>
      <PageHead
        // English in every language (§2).
        title={isAwaited ? title : <span lang="en">{title}</span>}
        lead={translate(isAwaited ? 'common:offline.screenText' : `common:unexpectedError.${text}`)}
      >
        <OnlineButton look="primary" onClick={() => (isAwaited ? resetErrorBoundary() : window.location.reload())}>
          {translate(isAwaited ? 'common:retry' : 'common:unexpectedError.reload')}
        </OnlineButton>
        {!isAwaited && (
          <a className="button button--secondary" href={paths.home}>
            {translate('common:unexpectedError.home')}
          </a>
        )}
      </PageHead>
    </main>
  );
}
