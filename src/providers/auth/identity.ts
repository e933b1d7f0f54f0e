import type { Id } from '#contract/wire.ts';
import { ApiError } from '../http/api-error.ts';
import { callApi } from '../http/call-api.ts';
import { retry } from '../loading/retry.ts';
import { navigateTo } from '../navigation.ts';
import { paths } from '../paths.ts';
import { forgetSession, signedInUser } from '../session/session.ts';
import { isSignedIn, onTokensChange } from '../session/tokens.ts';

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

const NOT_FOUND = 404;

type Company = Pick<Identity, 'companyName' | 'businessId' | 'aslId'>;

let known: Promise<Identity | null> | null = null;
let last: Promise<Identity | null> | null = null;

/**
 * The header's company (decisions §1). It does without when the server gives none; a failure is told (§8) and not kept.
 * @throws ApiError for a health authority that could not be read: it is to name itself in every query (decisions §7)
 */
async function companyOf(profile: string): Promise<Company> {
  try {
    if (profile === 'BUSINESS') {
      const { readMyBusiness } = await retry(() => import('#contract/calls/businesses.ts'));
      const { business } = await callApi(readMyBusiness, {});
      return { companyName: business.companyName, businessId: business.businessId };
    }
    if (profile === 'ASL') {
      const { readMyAsl } = await retry(() => import('#contract/calls/asl.ts'));
      const { asl } = await callApi(readMyAsl, {});
      return { companyName: asl.name, aslId: asl.aslId };
    }
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_FOUND) return {};
    if (profile === 'ASL') throw error;
    known = null;
  }
  return {};
}

async function readIdentity(): Promise<Identity | null> {
  const { readCurrentUser } = await retry(() => import('#contract/calls/authentication.ts'));
  try {
    const { user } = await callApi(readCurrentUser, {});
    const { profile } = user.userProfile;
    signedInUser.write(user.username);
    return { username: user.username, profile, ...(await companyOf(profile)) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== NOT_FOUND) throw error;
    forgetSession();
    navigateTo(paths.userNotFound);
    return null;
  }
}

onTokensChange(() => {
  if (isSignedIn()) return;
  known = null;
  last = null;
});

/**
 * Who is signed in, read from the server once a session, and again while it does not tell the company; null when
 * nobody is, or when the server does not know the user, who is then sent to `/user-not-found` (decisions §1).
 * @throws ApiError when the server could not be asked; the next call asks again
 */
export function currentIdentity(): Promise<Identity | null> {
  if (!isSignedIn()) return Promise.resolve(null);
  known ??= readIdentity().catch((error: unknown) => {
    known = null;
    throw error;
  });
  last = known;
  return known;
}

/**
 * The same for those who ask along, as every entry of the menu does: what came of the last time the server was asked.
 * @throws ApiError when that failed
 */
export function lastIdentity(): Promise<Identity | null> {
  return last ?? currentIdentity();
}
