import type { Caller, Services } from '#server/domain/context.ts';
import { endSession } from './end-session.ts';

/** Ends the caller's session with all its tokens (§4). */
export function signOut(services: Services, caller: Caller): Promise<void> {
  return services.db.transaction().execute((db) => endSession({ ...services, db }, caller, 'SIGNED_OUT'));
}
