import type { Access } from './call.ts';
import type { Id } from './wire.ts';

/**
 * A signed-in user. `operatorAslId` is the health authority of a district operator; null for a regional one.
 */
interface SignedInUser {
  readonly profile: string;
  readonly operatorAslId?: Id | null | undefined;
}

/**
 * Whether a signed-in user may make a call (§6). The server's check and the portal's screens both use this function.
 */
export function mayCall(access: Exclude<Access, string>, { profile, operatorAslId = null }: SignedInUser): boolean {
  return access.some((audience) =>
    audience === 'REGION' ? profile === 'OPERATOR' && operatorAslId === null : audience === profile,
  );
}
