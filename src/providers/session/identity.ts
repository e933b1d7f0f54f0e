import { keys } from '@refinedev/core';
import type { Id } from '#contract/wire.ts';
import { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';
import { loadAdminResources } from '../data/declared-resources.ts';
import { loadLazy } from '../loading/load-lazy.ts';
import { navigateTo } from '../navigation.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../query-client.ts';
import { loadAuthentication } from './begin-sign-on.ts';
import { forgetSession, noteSignedInUser } from './session.ts';
import { isSignedIn, onSignedOut } from './tokens.ts';

/** The signed-in user, for the header and the access rules (§2, rules §1). */
export interface Identity {
  readonly username: string;
  /** First and last name, as far as the server says them. */
  readonly name?: string;
  /** BUSINESS, ASL or OPERATOR (§6). An unknown value has no permissions. */
  readonly profile: string;
  /** Name of the active business or health authority; null if there is none, undefined if it could not be read. */
  readonly companyName?: string | null;
  /** The active business of a BUSINESS user. */
  readonly businessId?: Id | undefined;
  /** The health authority of an ASL user. */
  readonly aslId?: Id | undefined;
  /** The health authority of an OPERATOR's office; undefined for the region's office. */
  readonly operatorAslId?: Id | undefined;
}

const NOT_FOUND = 404;

/** The query key of Refine's `useGetIdentity`. */
const IDENTITY = keys().auth().action('identity').get();

// Read once per session, and again while the company is unknown. After a failure only 'Riprova' reads it again.
queryClient.setQueryDefaults<Identity | null>(IDENTITY, {
  staleTime: ({ state }) => (state.data?.companyName === undefined ? 0 : Infinity),
  retryOnMount: false,
});

onSignedOut(() => {
  // The screen shows the old user until the home page opens (§8).
  void queryClient.invalidateQueries({ queryKey: IDENTITY, refetchType: 'none' });
});

const importBusinesses = () => import('#contract/calls/businesses.ts');
const importAsl = () => import('#contract/calls/asl.ts');

/**
 * The company in the header (rules §1). It may be missing; a failure shows an alert (§8).
 * @throws ApiError if a health authority cannot be read: every query needs its id (rules §7)
 */
async function companyOf(profile: string): Promise<Pick<Identity, 'companyName' | 'businessId' | 'aslId'>> {
  try {
    if (profile === 'BUSINESS') {
      const { readMyBusiness } = await loadLazy(importBusinesses);
      // Every screen reads it again while it fails, but only the first failure shows an alert.
      const wasShown = queryClient.getQueryData<Identity | null>(IDENTITY) !== undefined;
      const { business } = await callApi(readMyBusiness, {}, { alerts: wasShown ? 'expiry-only' : 'all' });
      return { companyName: business.companyName ?? null, businessId: business.businessId };
    }
    if (profile === 'ASL') {
      const { readMyAsl } = await loadLazy(importAsl);
      const { asl } = await callApi(readMyAsl, {});
      return { companyName: asl.name, aslId: asl.aslId };
    }
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === NOT_FOUND;
    if (!isUnknown && profile === 'ASL') throw error;
    return isUnknown ? { companyName: null } : {};
  }
  return { companyName: null };
}

/**
 * Reads the identity from the server.
 * @returns null if nobody is signed in, or if the server does not know the user, who then goes to `/user-not-found`
 * (rules §1)
 * @throws ApiError if the server cannot be asked
 */
export async function readIdentity(): Promise<Identity | null> {
  if (!isSignedIn()) return null;
  const { readCurrentUser } = await loadAuthentication();
  try {
    const { user } = await callApi(readCurrentUser, {});
    const { username, firstName, lastName, operatorAslId } = user;
    const name = [firstName, lastName].filter(Boolean).join(' ');
    const { profile } = user.userProfile;
    noteSignedInUser(username);
    if (profile === 'OPERATOR') await loadAdminResources();
    return { username, ...(name !== '' && { name }), profile, operatorAslId, ...(await companyOf(profile)) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== NOT_FOUND) throw error;
    forgetSession();
    navigateTo(paths.userNotFound);
    return null;
  }
}

/**
 * The identity from the query cache or from the server; null as for `readIdentity`.
 * @throws ApiError if the server cannot be asked; the next call asks again
 */
export async function currentIdentity(): Promise<Identity | null> {
  if (!isSignedIn()) return null;
  try {
    return await queryClient.query({ queryKey: IDENTITY, queryFn: readIdentity });
  } catch (error) {
    // The end of the session clears the cache, also during a read.
    if (!isSignedIn()) return null;
    throw error;
  }
}

/**
 * The result of the last read, for frequent callers such as menu entries.
 * @throws ApiError if that read failed
 */
export async function lastIdentity(): Promise<Identity | null> {
  const last = queryClient.getQueryState<Identity | null>(IDENTITY);
  if (!isSignedIn() || !last || last.fetchStatus === 'fetching') return currentIdentity();
  if (last.error) throw last.error;
  return last.data && !last.isInvalidated ? last.data : currentIdentity();
}
