import { useRef } from 'react';
import type { FallbackProps } from 'react-error-boundary';
import { CONTENT_ID } from '#src/components/focus/content-id.ts';
import { useTabTitle } from '#src/components/layout/use-tab-title.ts';
import { PageHead } from '#src/components/public-page/page-head.tsx';
import { useOnlinePress } from '#src/hooks/use-online-press.ts';
import { useI18nProvider } from '#src/providers/i18n/use-i18n-provider.ts';
import { LoadError } from '#src/providers/loading/retry.ts';
import { paths } from '#src/providers/paths.ts';
import { useAwaitedConnection } from './use-awaited-connection.ts';
import { useFocusInPlace } from './use-focus-in-place.ts';

/**
 * The fallback when a screen fails or its code cannot be loaded (§2, §8), within the shell as long as that stands. It
 * does without Refine, which may have failed too, and its ways out load the page anew; the session and the id of an
 * unfinished cart outlive that. A screen that only lacks the connection opens by itself when that is back.
 */
export function UnexpectedErrorPage({ error, resetErrorBoundary }: FallbackProps) {
  const { translate } = useI18nProvider();
  const isAwaited = useAwaitedConnection(error, resetErrorBoundary);
  const press = useOnlinePress(() => (isAwaited ? resetErrorBoundary() : window.location.reload()));
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
        <button type="button" className="button button--primary" {...press}>
          {translate(isAwaited ? 'common:retry' : 'common:unexpectedError.reload')}
        </button>
        {!isAwaited && (
          <a className="button button--secondary" href={paths.home}>
            {translate('common:unexpectedError.home')}
          </a>
        )}
      </PageHead>
    </main>
  );
}
