import { sessionMark } from './session-mark.ts';
import { onTokensChange } from './tokens.ts';

/**
 * A browser may keep a page as it was left, and show it again on 'Back'. One of a session that has ended meanwhile must
 * not be seen: it is emptied and loaded anew. To be called once at the start.
 */
export function reloadStalePages(): void {
  const sessionNow = () => sessionMark.read()?.session;
  let shown = sessionNow();
  onTokensChange(() => {
    shown = sessionNow();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || sessionNow() === shown) return;
    document.body.replaceChildren();
    window.location.reload();
  });
}
