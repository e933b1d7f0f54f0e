import { type RefObject, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** Puts the focus on the heading of the screen. @returns whether the screen is there, or has its own place for it */
function focusHeading(main: HTMLElement | null | undefined): boolean {
  const heading = main?.querySelector('h1');
  if (!main || !heading) return false;
  const { activeElement } = document;
  if (activeElement !== main && main.contains(activeElement)) return true;
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
  return true;
}

/**
 * After a navigation, puts a keyboard or screen-reader user at the start of the new screen: on its heading, unless the
 * screen has already put the focus on a field of its own. A screen that still waits for a permission gets it once its
 * heading is there.
 */
export function useFocusOnNavigation(body: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0);
    const place = body.current;
    const main = () => place?.querySelector('main');
    if (!place || focusHeading(main())) return undefined;
    main()?.focus({ preventScroll: true });
    const observer = new MutationObserver(() => {
      if (focusHeading(main())) observer.disconnect();
    });
    observer.observe(place, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [body, navigationType, pathname]);
}
