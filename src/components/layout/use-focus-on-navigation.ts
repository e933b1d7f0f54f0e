import { type RefObject, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/**
 * After a navigation, puts a keyboard or screen-reader user at the start of the new screen: on its heading, unless the
 * screen has already put the focus on a field of its own.
 */
export function useFocusOnNavigation(body: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0);
    const main = body.current?.querySelector('main');
    if (!main || main.contains(document.activeElement)) return;
    const heading = main.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    (heading ?? main).focus({ preventScroll: true });
  }, [body, navigationType, pathname]);
}
