import { useRouteError } from 'react-router';
import { PageHead } from '#src/components/public-page/page-head.tsx';
import { translate } from '#src/providers/i18n/i18n.ts';
import { LoadError } from '#src/providers/loading/load-late.ts';
import { paths } from '#src/providers/paths.ts';

/**
 * The fallback when a screen fails or its code cannot be loaded (§2, §8). It stands outside everything that may have
 * failed, so it translates by itself, and its ways out load the page anew. The session and the id of an unfinished cart
 * outlive that.
 */
export function UnexpectedErrorPage() {
  const text = useRouteError() instanceof LoadError ? 'notLoaded' : 'text';
  return (
    <main className="app__main">
      <PageHead title={translate('common:unexpectedError.title')} lead={translate(`common:unexpectedError.${text}`)}>
        <button type="button" className="button button--primary" onClick={() => window.location.reload()}>
          {translate('common:unexpectedError.reload')}
        </button>
        <a className="button button--secondary" href={paths.home}>
          {translate('common:unexpectedError.home')}
        </a>
      </PageHead>
    </main>
  );
}
