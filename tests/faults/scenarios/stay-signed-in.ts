import { isSignedIn, writeTokens } from '#src/providers/session/tokens.ts';
import type { FaultFixture } from './fault-fixture.ts';

/** Signs the user in again if the session has ended. */
export async function staySignedIn({ signIn }: FaultFixture, username: string): Promise<void> {
  if (!isSignedIn()) writeTokens(await signIn(username));
}
