import { paths } from '../paths.ts';
import { rereadTokens } from './tokens.ts';

/**
 * A browser may keep a page as it was left, and show it again on 'Back'. One of a session that has ended meanwhile must
 * not be seen: it is emptied and loaded anew; so is the one that a sign-on comes back to. To be called once at the start.
 */
export function reloadStalePages(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    const isOfSignOn = window.location.pathname === paths.signOnReturn;
    if (!persisted || (rereadTokens() && !isOfSignOn)) return;
    document.body.replaceChildren();
    window.location.reload();
  });
}
