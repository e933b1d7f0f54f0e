import { useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { paths } from '#src/providers/paths.ts';
import { isSessionEnding } from '#src/providers/session/session.ts';
import { isSignedIn } from '#src/providers/session/tokens.ts';
import { BarePage } from './bare-page.tsx';
import { PermittedScreen } from './permitted-screen.tsx';
import { SignInStarter } from './sign-in-starter.tsx';

/**
 * Who arrives signed in stays on the screen even when the session ends there: the alert says so, and the way home is
 * the session's business (§4). So it is for who set out before the session ended and arrives after it, on a page that is
 * left empty. Only another arrival without a session starts a sign-on.
 */
function Arrival() {
  const [arrivedSignedIn] = useState(isSignedIn);
  const [arrivedAtItsEnd] = useState(isSessionEnding);
  if (arrivedAtItsEnd) return <BarePage />;
  if (!arrivedSignedIn) return <SignInStarter />;
  return (
    <PermittedScreen>
      <Outlet />
    </PermittedScreen>
  );
}

/** The screens that need a session and a profile (§2, §6). */
export function ProtectedScreens() {
  const { pathname } = useLocation();
  // Search and sale are one arrival: the steps of a sale have an address each.
  const isSale = pathname.startsWith(paths.patientSearch);
  return <Arrival key={isSale ? paths.patientSearch : pathname} />;
}
