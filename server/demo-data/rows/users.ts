import { demoIdentities } from '../values/identities.ts';
import { NEW, type NewRow } from './new-row.ts';

const PROFILES = { shop: 'BUSINESS', authority: 'ASL', operator: 'OPERATOR' } as const;

const registered = demoIdentities.flatMap(({ group, ...identity }) =>
  group === 'unregistered' ? [] : [{ ...identity, profile: PROFILES[group] }],
);

/**
 * The user id of a registered identity.
 * @throws Error for an unregistered one
 */
export function userIdOf(username: string): number {
  const index = registered.findIndex((identity) => identity.username === username);
  if (index < 0) throw new Error(`Nobody registered is called ${username}.`);
  return index + 1;
}

export function userRows(): NewRow<'app_user'>[] {
  return registered.map((identity) => ({
    user_id: userIdOf(identity.username),
    username: identity.username,
    profile: identity.profile,
    first_name: identity.firstName,
    last_name: identity.lastName,
    asl_id: identity.aslId ?? null,
    ...NEW,
  }));
}
