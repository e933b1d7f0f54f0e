import { navigateTo } from '../navigation.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../query-client.ts';
import { forgetNewestPair } from './newest-pair.ts';
import { clearSessionStorage } from './tokens.ts';

/** Forgets everything of the session in this tab: session storage, what was read, and what screens keep in memory (§4). */
export function forgetSession(): void {
  forgetNewestPair();
  clearSessionStorage();
  queryClient.clear();
}

/** Leaves the session because its user has signed out in another tab. */
export function leaveSession(): void {
  forgetSession();
  navigateTo(paths.home);
}
