import { useTranslate } from '@refinedev/core';
import { type MouseEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { Link, NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { publicFile } from '#src/providers/api/files.ts';
import { cancelLongLoads, useIsLoading, useIsLongWait } from '#src/providers/loading/loading-store.ts';
import { useNotify } from '#src/providers/notifications/use-notify.ts';
import { paths } from '#src/providers/paths.ts';
import { mustEnd, nearEnd } from '#src/providers/session/idle-time.ts';
import { expireSession } from '#src/providers/session/session.ts';
import { onTokensChange, useIsSignedIn } from '#src/providers/session/tokens.ts';
import { PlainButton } from '../plain/plain-button.tsx';
import { LazyPart } from '../feedback/lazy-part.tsx';
import { Overlays } from '../palette/overlays.tsx';
import { ScanListener } from '../scan/scan-listener.tsx';
import { AccountMenu } from './account-menu.tsx';
import { AlertsRegion } from './alerts-region.tsx';
import './layout.css';
import { CONTENT_ID, focusScreen } from './focus-screen.ts';
import { Footer } from './footer.tsx';
import './header.css';
import { MainNavigation } from './main-navigation.tsx';
import { SignInButton } from '../plain/public-page.tsx';
import { PaletteButton, SlimBar } from './slim-bar.tsx';

/** Interval of the check, in ms. A single timer would not count while the machine sleeps. */
const LOOK_EVERY_MS = 1000;

const loadIdleDialog = async () => (await import('./idle-dialog.tsx')).IdleDialog;

/**
 * Warns before the session ends, if the server says when, and ends it here at that time (§4, §8). Otherwise the data would
 * stay on a shared screen until the next call. That it has lasted its longest is told once.
 */
export function IdleWatch() {
  const { notifyError } = useNotify();
  const [near, setNear] = useState<ReturnType<typeof nearEnd>>();
  const [isTold, setTold] = useState(false);

  const look = useCallback(() => {
    if (mustEnd() && expireSession()) notifyError({ status: 403, isRefreshRefused: true });
    const end = nearEnd();
    setNear(end);
    if (end !== 'longest') setTold(false);
  }, [notifyError]);

  useEffect(() => {
    const timer = setInterval(look, LOOK_EVERY_MS);
    // The dialog closes however the session ends, so that it does not cover the alert about the end.
    const stopListening = onTokensChange(look);
    return () => {
      clearInterval(timer);
      stopListening();
    };
  }, [look]);

  if (near === undefined || (near === 'longest' && isTold)) return null;
  const close = () => (near === 'longest' ? setTold(true) : look());
  // Without a connection the session ends with its alert alone.
  return <LazyPart key={near} load={loadIdleDialog} props={{ end: near, onClose: close }} failed={() => null} />;
}

/** Shows while a request or the code of a screen loads (§2). The user can cancel a long wait. */
export function GlobalSpinner() {
  const translate = useTranslate();
  const isLoading = useIsLoading();
  const isLongWait = useIsLongWait();
  return (
    <div className="row wraps spinner-place">
      <div role="status">
        {isLoading && (
          <div className="box row spinner">
            <span className="spinner__ring" />
            <span>{translate(isLongWait ? 'common:loadingLong' : 'common:loading')}</span>
          </div>
        )}
      </div>
      {isLongWait && (
        <PlainButton className="spinner-place__cancel" onClick={cancelLongLoads}>
          {translate('common:cancel')}
        </PlainButton>
      )}
    </div>
  );
}

function ServiceMark() {
  const translate = useTranslate();
  return (
    <Link className="row service" to={paths.home}>
      <img className="service__mark" src={publicFile('/icons/mark.svg')} alt="" width="44" height="44" />
      <span>
        <span className="service__name">{translate('common:service.name')}</span>
        <span className="service__tagline">{translate('common:service.tagline')}</span>
      </span>
    </Link>
  );
}

/** The header for visitors: slim bar, service, 'Accedi' and menu. */
function VisitorHeader() {
  return (
    <header className="header">
      <SlimBar />
      <div className="row wraps ends header__inner app__inner">
        <ServiceMark />
        <SignInButton />
      </div>
      <MainNavigation />
    </header>
  );
}

/** The header of a signed-in user, in one low row: service, menu, command palette and the user's own menu (§2). */
function WorkHeader() {
  return (
    <header className="header">
      <div className="row work-bar app__inner">
        <ServiceMark />
        <MainNavigation />
        <PaletteButton />
        <AccountMenu />
      </div>
    </header>
  );
}

/** The first element for the keyboard: skips header and menu. */
function SkipLink() {
  const translate = useTranslate();
  const focusContent = (event: MouseEvent) => {
    // Otherwise the fragment gets into the address, and the router takes it for a navigation.
    event.preventDefault();
    document.getElementById(CONTENT_ID)?.focus();
  };
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
  const isSignedIn = useIsSignedIn();
  useFocusOnNavigation(body);
  return (
    <div className={isSignedIn ? 'app app--work' : 'app'}>
      {/* Must be the first to listen for keys. */}
      <ScanListener />
      <SkipLink />
      {isSignedIn ? <WorkHeader /> : <VisitorHeader />}
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
