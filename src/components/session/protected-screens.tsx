import { useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { isSignedIn } from '#src/providers/session/tokens.ts';
import { PermittedScreen } from './permitted-screen.tsx';
import { SignInStarter } from './sign-in-starter.tsx';

/**
 * Who arrives signed in stays on the screen even when the session ends there: the alert says so, and the way home is
 * the session's business (§4). Only an arrival without a session starts a sign-on.
 */
function Arrival() {
  const [arrivedSignedIn] = useState(isSignedIn);
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
  return <Arrival key={pathname} />;
}
