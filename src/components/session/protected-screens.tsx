import { useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { paths } from '#src/providers/paths.ts';
import { isSessionEnding } from '#src/providers/session/session.ts';
import { isSignedIn } from '#src/providers/session/tokens.ts';
import { BarePage } from './bare-page.tsx';
import { PermittedScreen } from './permitted-screen.tsx';
import { SignInStarter } from './sign-in-starter.tsx';

/** The path of the screen. Search and sale are one screen here, because each step of a sale has its own path. */
function useScreenPath(): string {
  const { pathname } = useLocation();
  return pathname.startsWith(paths.patientSearch) ? paths.patientSearch : pathname;
}

function arrivalAt(path: string) {
  return { path, isSignedIn: isSignedIn(), isAtEnd: isSessionEnding() };
}

/**
 * The screens that need a session (§2, §6). A user who arrived signed in stays on the screen when the session ends: an
 * alert says so, and the session code leads home (§4). A user who arrives just after the session has ended gets an
 * empty page. Every other arrival without a session starts the sign-on.
 */
export function ProtectedScreens() {
  const path = useScreenPath();
  const [arrival, setArrival] = useState(() => arrivalAt(path));
  if (arrival.path !== path) setArrival(arrivalAt(path));
  if (arrival.isAtEnd) return <BarePage />;
  return arrival.isSignedIn ? <Outlet /> : <SignInStarter key={path} />;
}

/** A screen that needs a profile. It is mounted anew for each path, unlike the layout around it. */
export function ProfileScreen() {
  return (
    <PermittedScreen key={useScreenPath()}>
      <Outlet />
    </PermittedScreen>
  );
}
