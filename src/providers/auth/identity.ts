import type { Id } from '#contract/wire.ts';

/** Who is signed in, for the header and the access rules (§2, decisions §1). */
export interface Identity {
  readonly username: string;
  /** BUSINESS or ASL (§6); a word the portal does not know gives no rights. */
  readonly profile: string;
  /** Of the active business, or the name of the health authority. */
  readonly companyName?: string | undefined;
  /** The active business of a BUSINESS user. */
  readonly businessId?: Id | undefined;
  /** The health authority of an ASL user. */
  readonly aslId?: Id | undefined;
}
