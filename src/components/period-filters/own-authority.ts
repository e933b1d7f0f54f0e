import type { Id } from '#contract/wire.ts';
import type { Identity } from '#src/providers/auth/identity.ts';

/** A health authority names itself in every query; a shop chooses one (§6, decisions §7). */
export function ownAuthority({ profile, aslId }: Identity): { readonly aslId?: Id | undefined } {
  return profile === 'ASL' ? { aslId } : {};
}
