import { type Read, oneOf, optional, record, text } from '../wire.ts';

/** Who is signed in (§6): a shop operator or health authority staff. */
export const PROFILES = ['BUSINESS', 'ASL'] as const;
export type Profile = (typeof PROFILES)[number];

/** The signed-in user (§3). */
export const user = record({
  username: text,
  userProfile: record({ profile: oneOf(PROFILES) }),
  firstName: optional(text),
  lastName: optional(text),
});
export type User = Read<typeof user>;
