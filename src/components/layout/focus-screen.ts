import { useLayoutEffect } from 'react';

/** Id of the element that holds the screen: the target of the skip link. */
export const CONTENT_ID = 'content';

/**
 * Focuses the heading of the screen.
 * @returns whether the screen is there, or has focused one of its own elements
 */
function focusHeading(main: HTMLElement | null): boolean {
  const heading = main?.querySelector('h1');
  if (!main || !heading) return false;
  const { activeElement } = document;
  if (activeElement !== main && main.contains(activeElement)) return true;
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
  return true;
}

/**
 * Moves the focus to the heading of the screen, unless the screen has focused its own field. Waits for the heading of a
 * screen that still checks a permission.
 * @param container the container of the screen
 * @returns stops waiting
 */
export function focusScreen(container: HTMLElement): () => void {
  const main = () => container.querySelector('main');
  if (focusHeading(main())) return () => undefined;
  main()?.focus({ preventScroll: true });
  const { activeElement: before } = document;
  const observer = new MutationObserver(() => {
    const { activeElement } = document;
    // Whoever has gone elsewhere meanwhile, into a menu for example, stays there.
    const isElsewhere = activeElement !== before && activeElement !== document.body && !main()?.contains(activeElement);
    if (isElsewhere || focusHeading(main())) observer.disconnect();
  });
  observer.observe(container, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Sets the browser tab's title, from the innermost part to the service, in the same moment as the content appears. */
export function useTabTitle(parts: readonly (string | undefined)[]): void {
  const title = parts.filter((part) => part !== undefined).join(' · ');
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}
