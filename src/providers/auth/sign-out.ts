import { callApi } from '../http/call-api.ts';
import { queryClient } from '../query-client.ts';
import { clearSessionStorage, isSignedIn } from '../session/tokens.ts';

const TIMEOUT_MS = 3000;

async function tellServer(): Promise<void> {
  try {
    const { signOut } = await import('#contract/calls/authentication.ts');
    await callApi(signOut, {}, { alerts: 'none', timeout: TIMEOUT_MS });
  } catch {
    // An extra of our server (decisions §1): where it is absent, or not reached, the tokens die of age.
  }
}

/** Signs out: the tokens, the cart's id and everything read are dropped (§4). Never rejects. */
export async function signOut(): Promise<void> {
  if (isSignedIn()) await tellServer();
  clearSessionStorage();
  queryClient.getQueryCache().clear();
}
