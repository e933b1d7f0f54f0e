import { type RefObject, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { focusScreen } from '../focus/focus-screen.ts';

/** After a navigation, puts a keyboard or screen-reader user at the start of the new screen (design §5). */
export function useFocusOnNavigation(body: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0);
    return body.current ? focusScreen(body.current) : undefined;
  }, [body, navigationType, pathname]);
}
