import { useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { paths } from '#src/providers/paths.ts';
import { isSessionEnding } from '#src/providers/session/session.ts';
import { isSignedIn } from '#src/providers/session/tokens.ts';
import { BarePage } from './bare-page.tsx';
import { PermittedScreen } from './permitted-screen.tsx';
import { SignInStarter } from './sign-in-starter.tsx';

/**
 * A user who arrived signed in stays on the screen when the session ends: an alert says so, and the session code leads
 * home (§4). A user who arrives just after the session has ended gets an empty page. Every other arrival without a
 * session starts the sign-on.
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
  // Search and sale share one arrival, because each step of a sale has its own path.
  const isSale = pathname.startsWith(paths.patientSearch);
  return <Arrival key={isSale ? paths.patientSearch : pathname} />;
}
