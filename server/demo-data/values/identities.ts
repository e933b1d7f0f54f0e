import * as z from 'zod/mini';
import identities from '../data/identities.json' with { type: 'json' };

/** The role of a demonstration identity; `unregistered` can sign on but has no account. */
const group = z.enum(['shop', 'authority', 'operator', 'unregistered']);
export type DemoIdentityGroup = z.infer<typeof group>;

/** An invented person of the demonstration identity provider. */
const identity = z.strictObject({
  /** The NameID of the sign-on, and the `username` of `app_user`. */
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  group,
  /** The health authority of somebody who works for one. */
  aslId: z.optional(z.int()),
  /** What one can try with this person, in Italian, for the page of the identity provider. */
  description: z.string(),
});
export type DemoIdentity = z.infer<typeof identity>;

/** All demonstration identities, in the order of the page. */
export const demoIdentities: readonly DemoIdentity[] = z.array(identity).parse(identities);
