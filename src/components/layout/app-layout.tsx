import { useTranslate } from '@refinedev/core';
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { CONTENT_ID } from '../focus/content-id.ts';
import { focusScreen } from '../focus/focus-screen.ts';
import { IdleWatch } from '../idle/idle-watch.tsx';
import { Overlays } from '../overlays/overlays.tsx';
import { ScanListener } from '../scan/scan-listener.tsx';
import { AlertsRegion } from './alerts/alerts-region.tsx';
import './app-layout.css';
import { Footer } from './footer.tsx';
import { GlobalSpinner } from './alerts/global-spinner.tsx';
import { Header } from './header/header.tsx';

function focusContent(event: MouseEvent): void {
  // Otherwise the fragment gets into the address, and the router takes it for a navigation.
  event.preventDefault();
  document.getElementById(CONTENT_ID)?.focus();
}

/** The first element for the keyboard: skips header and menu. */
function SkipLink() {
  const translate = useTranslate();
  return (
    <a className="skip-link" href={`#${CONTENT_ID}`} onClick={focusContent}>
      {translate('common:skipToContent')}
    </a>
  );
}

/** Focuses the start of the new screen after a navigation, for keyboard and screen reader (design §5). */
function useFocusOnNavigation(body: RefObject<HTMLElement | null>): void {
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

/** The shell around every screen (§2). It uses no component library, to keep the public pages small (design §5). */
export function AppLayout() {
  const body = useRef<HTMLDivElement>(null);
  useFocusOnNavigation(body);
  return (
    <div className="app">
      {/* Must be the first to listen for keys. */}
      <ScanListener />
      <SkipLink />
      <Header />
      <AlertsRegion />
      <GlobalSpinner />
      <div ref={body} className="app__body app__inner">
        <Outlet />
      </div>
      <Footer />
      <Overlays />
      <IdleWatch />
    </div>
  );
}
