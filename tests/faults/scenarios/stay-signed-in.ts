import { isSignedIn, writeTokens } from '#src/providers/session/tokens.ts';
import type { FaultFixture } from './fault-fixture.ts';

/** Signs the user in again where the session has ended meanwhile. */
export async function staySignedIn({ signIn }: FaultFixture, username: string): Promise<void> {
  if (!isSignedIn()) writeTokens(await signIn(username));
}
