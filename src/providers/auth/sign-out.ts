import { callApi } from '../http/call-api.ts';
import { timeLimits } from '../http/time-limits.ts';
import { withinTime } from '../loading/retry.ts';
import { forgetSession } from '../session/session.ts';
import { shareSignOut } from '../session/shared-tokens.ts';
import { isSignedIn } from '../session/tokens.ts';

async function tellServer(): Promise<void> {
  const { signOut } = await import('#contract/calls/authentication.ts');
  await callApi(signOut, {}, { alerts: 'none' });
}

/**
 * Signs out, in all tabs of this session: the tokens, the cart's id and everything read are dropped (§4). The server is
 * told; where it does not know the call, an extra of ours (decisions §1), or is not reached in time, the tokens die of
 * age. Never rejects.
 */
export async function signOut(): Promise<void> {
  if (isSignedIn()) await withinTime(tellServer(), timeLimits.signOut).catch(() => undefined);
  shareSignOut();
  forgetSession();
}
