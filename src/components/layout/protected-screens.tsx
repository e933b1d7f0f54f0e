import { useCan, useLogin, useResourceParams, useTranslate } from '@refinedev/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { paths } from '#src/providers/paths.ts';
import { refetchFailed } from '#src/providers/query-client.ts';
import type { LoginParams } from '#src/providers/session/auth-provider.ts';
import { isSessionEnding } from '#src/providers/session/session.ts';
import { obstacleOf } from '#src/providers/session/begin-sign-on.ts';
import { isSignedIn, useIsSignedIn } from '#src/providers/session/tokens.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import { useFocusFallback } from '../dialog/focus.ts';
import { ScreenLoading } from '../feedback/lazy-part.tsx';
import { RetryButton } from '../plain/plain-button.tsx';
import { CONTENT_ID, useTabTitle } from './focus-screen.ts';
import { PageHead } from '../plain/public-page.tsx';
import { ScreenFrame } from './screen-frame.tsx';

/** The frame of an empty or failed screen: without breadcrumb, and with only the service's name in the tab. */
function BarePage({ children }: { readonly children?: ReactNode }) {
  const translate = useTranslate();
  useTabTitle([translate('common:service.name')]);
  const main = useRef<HTMLElement>(null);
  // The next screen gets the focus.
  useFocusFallback(main);
  return (
    <main ref={main} id={CONTENT_ID} className="app__main" tabIndex={-1}>
      {children}
    </main>
  );
}

/**
 * Stores the requested address and starts the sign-on (§2). Shows a button to try again if the sign-on cannot start.
 */
function SignInStarter() {
  const translate = useTranslate();
  const { pathname, search } = useLocation();
  const { mutate: signIn, isPending, data } = useLogin<LoginParams>();
  const desiredLocation = pathname + search;
  useEffect(() => {
    signIn({ desiredLocation });
  }, [signIn, desiredLocation]);

  const hasFailed = !isPending && data?.success === false;
  const obstacle = obstacleOf(data?.error);
  return (
    <BarePage>
      {hasFailed ? (
        <PageHead
          title={translate('common:signInNeeded.title')}
          lead={translate(obstacle ? `error:${obstacle}` : 'common:signInNeeded.text')}
        >
          <RetryButton
            look="primary"
            label={translate('common:user.signIn')}
            onRetry={() => signIn({ desiredLocation })}
          />
        </PageHead>
      ) : (
        <PageHead title={translate('common:user.signingIn')} />
      )}
    </BarePage>
  );
}

/** The resource and action of the current screen. A path below a list belongs to the list. */
function useShownScreen(): { readonly resource: string; readonly action: string } {
  const { pathname } = useLocation();
  const { resource, action, resources } = useResourceParams();
  if (resource) return { resource: resource.name, action: action ?? 'list' };
  const above = resources.find(({ list }) => typeof list === 'string' && pathname.startsWith(`${list}/`));
  return { resource: above?.name ?? '', action: 'list' };
}

/**
 * The screen, or for a user without permission an empty page without breadcrumb and with a visually hidden heading (§2,
 * §6).
 */
function PermittedScreen({ children }: { readonly children: ReactNode }) {
  const translate = useTranslate();
  const screen = useShownScreen();
  const identity = useIdentity();
  const permission = useCan(screen);
  if (permission.data?.can) return <ScreenFrame>{children}</ScreenFrame>;

  async function retry(): Promise<void> {
    const { isSuccess } = await identity.refetch();
    // The menu failed with the same error.
    if (isSuccess) await refetchFailed();
  }

  if (identity.isError || permission.isError) {
    return (
      <BarePage>
        <PageHead title={translate('common:identityFailed.title')} lead={translate('common:identityFailed.text')}>
          <RetryButton look="primary" onRetry={() => void retry()} />
        </PageHead>
      </BarePage>
    );
  }
  const isKnown = identity.data && permission.data;
  const refusal = <h1 className="visually-hidden">{translate('common:page.notPermitted')}</h1>;
  return <BarePage>{isKnown ? refusal : <ScreenLoading />}</BarePage>;
}

/** The path of the screen. Search and sale are one screen here, because each step of a sale has its own path. */
function useScreenPath(): string {
  const { pathname } = useLocation();
  return pathname.startsWith(paths.patientSearch) ? paths.patientSearch : pathname;
}

/** The page of a session that has ended. It takes the focus of what it took off the screen. */
function EndedPage() {
  const translate = useTranslate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <BarePage>
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        {translate('error:sessionExpired')}
      </h1>
    </BarePage>
  );
}

function arrivalAt(path: string) {
  return { path, isSignedIn: isSignedIn(), isAtEnd: isSessionEnding() };
}

/**
 * The screens that need a session (§2, §6). When the session ends, or has just ended, the page is empty: an alert says
 * so, and the session code leads home (§4). Every other arrival without a session starts the sign-on. Refine's
 * `<Authenticated>` does not serve: it takes the screen away while it asks, at each navigation.
 */
export function ProtectedScreens() {
  const path = useScreenPath();
  const [arrival, setArrival] = useState(() => arrivalAt(path));
  if (arrival.path !== path) setArrival(arrivalAt(path));
  const isEnded = !useIsSignedIn() && isSessionEnding();
  // Nothing of a patient stays on the screen.
  if (arrival.isAtEnd || isEnded) return <EndedPage />;
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
