import { paths } from '../paths.ts';
import { rereadTokens } from './tokens.ts';

/**
 * Browsers keep a page in memory for 'Back'. A kept page of an ended session must not show: it is cleared and reloaded.
 * The page that a sign-on returns to is reloaded too. Call it once at the start.
 */
export function reloadStalePages(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    const isOfSignOn = window.location.pathname === paths.signOnReturn;
    if (!persisted || (rereadTokens() && !isOfSignOn)) return;
    document.body.replaceChildren();
    window.location.reload();
  });
}
