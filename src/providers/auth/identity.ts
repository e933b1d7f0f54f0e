import { keys } from '@refinedev/core';
import type { Id } from '#contract/wire.ts';
import { learnAdminResources } from '../data/admin-resources.ts';
import { ApiError } from '../http/api-error.ts';
import { callApi } from '../http/call-api.ts';
import { loadLazy } from '../loading/load-lazy.ts';
import { navigateTo } from '../navigation.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../query-client.ts';
import { forgetSession, noteSignedInUser } from '../session/session.ts';
import { isSignedIn, onTokensChange } from '../session/tokens.ts';

/** Who is signed in, for the header and the access rules (§2, rules §1). */
export interface Identity {
  readonly username: string;
  /** BUSINESS, ASL or OPERATOR (§6); a word the portal does not know gives no rights. */
  readonly profile: string;
  /** Of the active business, or the name of the health authority; null when there is none, absent when it could not be read. */
  readonly companyName?: string | null;
  /** The active business of a BUSINESS user. */
  readonly businessId?: Id | undefined;
  /** The health authority of an ASL user. */
  readonly aslId?: Id | undefined;
  /** The health authority of an OPERATOR's office; absent where the region is. */
  readonly operatorAslId?: Id | undefined;
}

const NOT_FOUND = 404;

type Company = Pick<Identity, 'companyName' | 'businessId' | 'aslId'>;

/** Where Refine's `useGetIdentity` keeps it. */
const IDENTITY = keys().auth().action('identity').get();

// Read once a session, and again while it does not tell the company. What failed is asked again by 'Riprova' alone.
queryClient.setQueryDefaults<Identity | null>(IDENTITY, {
  staleTime: ({ state }) => (state.data?.companyName === undefined ? 0 : Infinity),
  retryOnMount: false,
});

onTokensChange(() => {
  // The screen goes on showing who it was until home follows (§8).
  if (!isSignedIn()) void queryClient.invalidateQueries({ queryKey: IDENTITY, refetchType: 'none' });
});

const importBusinesses = () => import('#contract/calls/businesses.ts');
const importAsl = () => import('#contract/calls/asl.ts');
const importAuthentication = () => import('#contract/calls/authentication.ts');

/**
 * The calls of the sign-on and of who is signed in.
 * @throws LoadError when their code does not come
 */
export function loadAuthentication(): ReturnType<typeof importAuthentication> {
  return loadLazy(importAuthentication);
}

/**
 * The header's company (rules §1). It does without when the server gives none; a failure is told (§8).
 * @throws ApiError for a health authority that could not be read: it is to name itself in every query (rules §7)
 */
async function companyOf(profile: string): Promise<Company> {
  try {
    if (profile === 'BUSINESS') {
      const { readMyBusiness } = await loadLazy(importBusinesses);
      // Asked anew on every screen as long as it fails: once told is enough.
      const isTold = queryClient.getQueryData<Identity | null>(IDENTITY) !== undefined;
      const { business } = await callApi(readMyBusiness, {}, { alerts: isTold ? 'expiry-only' : 'all' });
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
 * Asks the server who is signed in; null when nobody is, or when the server does not know the user, who is then sent to
 * `/user-not-found` (rules §1).
 * @throws ApiError when the server could not be asked
 */
export async function readIdentity(): Promise<Identity | null> {
  if (!isSignedIn()) return null;
  const { readCurrentUser } = await loadAuthentication();
  try {
    const { user } = await callApi(readCurrentUser, {});
    const { username, operatorAslId } = user;
    const { profile } = user.userProfile;
    noteSignedInUser(username);
    if (profile === 'OPERATOR') await learnAdminResources();
    return { username, profile, operatorAslId, ...(await companyOf(profile)) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== NOT_FOUND) throw error;
    forgetSession();
    navigateTo(paths.userNotFound);
    return null;
  }
}

/**
 * Who is signed in, from the query cache or from the server; null as for `readIdentity`.
 * @throws ApiError when the server could not be asked; the next call asks again
 */
export async function currentIdentity(): Promise<Identity | null> {
  if (!isSignedIn()) return null;
  try {
    return await queryClient.query({ queryKey: IDENTITY, queryFn: readIdentity });
  } catch (error) {
    // The end of the session empties the cache, under a read as well.
    if (!isSignedIn()) return null;
    throw error;
  }
}

/**
 * The same for those who ask along, as every entry of the menu does: what came of the last time the server was asked.
 * @throws ApiError when that failed
 */
export async function lastIdentity(): Promise<Identity | null> {
  const last = queryClient.getQueryState<Identity | null>(IDENTITY);
  if (!isSignedIn() || !last || last.fetchStatus === 'fetching') return currentIdentity();
  if (last.error) throw last.error;
  return last.data && !last.isInvalidated ? last.data : currentIdentity();
}
