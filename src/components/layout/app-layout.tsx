import { useRef } from 'react';
import { Outlet } from 'react-router-dom';
import { Overlays } from '../overlays/overlays.tsx';
import { AlertsRegion } from './alerts-region.tsx';
import './app-layout.css';
import { Footer } from './footer.tsx';
import { GlobalSpinner } from './global-spinner.tsx';
import { Header } from './header.tsx';
import { SkipLink } from './skip-link.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

/** The shell around every screen (§2). It brings no component library, so that the public pages stay light (design §5). */
export function AppLayout() {
  const body = useRef<HTMLDivElement>(null);
  useFocusOnNavigation(body);
  return (
    <div className="app">
      <SkipLink />
      <Header />
      <AlertsRegion />
      <GlobalSpinner />
      <div ref={body} className="app__body app__inner">
        <Outlet />
      </div>
      <Footer />
      <Overlays />
    </div>
  );
}
