import { type Read, id, oneOf, optional, record, text } from '../wire.ts';

/** Who is signed in (§6): a shop operator, health authority staff, or who administers the data (rules §9). */
export const PROFILES = ['BUSINESS', 'ASL', 'OPERATOR'] as const;
export type Profile = (typeof PROFILES)[number];

/** The signed-in user (§3). */
export const user = record({
  username: text,
  userProfile: record({ profile: oneOf(PROFILES) }),
  firstName: optional(text),
  lastName: optional(text),
  /** Of an operator, the health authority of the office; absent for one of the region. An extra of our server. */
  operatorAslId: optional(id),
});
export type User = Read<typeof user>;
