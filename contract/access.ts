import type { Access } from './call.ts';
import type { Id } from './wire.ts';

/**
 * The user who makes a call. `operatorAslId` is the health authority of a district operator; null for a regional one.
 */
interface Asker {
  readonly profile: string;
  readonly operatorAslId?: Id | null | undefined;
}

/**
 * Whether a signed-in user may make a call (§6). The server's check and the portal's screens both use this function.
 */
export function mayCall(access: Exclude<Access, string>, { profile, operatorAslId = null }: Asker): boolean {
  return access.some((audience) =>
    audience === 'REGION' ? profile === 'OPERATOR' && operatorAslId === null : audience === profile,
  );
}
