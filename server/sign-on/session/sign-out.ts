import type { Principal, Services } from '#server/domain/context.ts';
import { endSession } from './end-session.ts';

/** Ends the principal's session and all its tokens (§4). */
export function signOut(services: Services, principal: Principal): Promise<void> {
  return services.db.transaction().execute((db) => endSession({ ...services, db }, principal, 'SIGNED_OUT'));
}
