import type { Access } from './call.ts';
import type { Id } from './wire.ts';

/** Who asks: the profile, and of an operator the health authority of the office, none where it is of the region. */
interface Asker {
  readonly profile: string;
  readonly operatorAslId?: Id | null | undefined;
}

/** Whether a signed-in user may make a call (§6): the one place that decides, for the server's check and the portal's screens. */
export function mayCall(access: Exclude<Access, string>, { profile, operatorAslId = null }: Asker): boolean {
  return access.some((audience) =>
    audience === 'REGION' ? profile === 'OPERATOR' && operatorAslId === null : audience === profile,
  );
}
