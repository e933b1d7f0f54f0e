import { rereadTokens } from './tokens.ts';

/**
 * A browser may keep a page as it was left, and show it again on 'Back'. One of a session that has ended meanwhile must
 * not be seen: it is emptied and loaded anew. To be called once at the start.
 */
export function reloadStalePages(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || rereadTokens()) return;
    document.body.replaceChildren();
    window.location.reload();
  });
}
