import { enumOf, id, optional, record, text } from '../wire.ts';

/** The profiles (§6): shop user, health authority staff, and operator, who administers the data (rules §9). */
export const PROFILES = ['BUSINESS', 'ASL', 'OPERATOR'] as const;
export type Profile = (typeof PROFILES)[number];

/** The signed-in user (§3). */
export const user = record({
  username: text,
  userProfile: record({ profile: enumOf(PROFILES) }),
  firstName: optional(text),
  lastName: optional(text),
  /** The health authority of a district operator; absent for a regional operator. An extra of our server. */
  operatorAslId: optional(id),
});
