import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import { SignInButton } from './sign-in-button.tsx';
import { UserMenu } from './user-menu.tsx';

/** 'Accedi', or who is signed in (§2). */
export function SessionArea() {
  return useIsSignedIn() ? <UserMenu /> : <SignInButton />;
}
