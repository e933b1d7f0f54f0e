/** Puts the focus on the heading of the screen. @returns whether the screen is there, or has its own place for it */
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
 * Puts the focus at the start of the screen: on its heading, unless the screen has already put it on a field of its own.
 * A screen that still waits for a permission gets it once its heading is there.
 * @param place where the screen comes
 * @returns gives that up
 */
export function focusScreen(place: HTMLElement): () => void {
  const main = () => place.querySelector('main');
  if (focusHeading(main())) return () => undefined;
  main()?.focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    if (focusHeading(main())) observer.disconnect();
  });
  observer.observe(place, { childList: true, subtree: true });
  return () => observer.disconnect();
}
