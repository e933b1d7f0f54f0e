import { ApiError } from '../http/api-error.ts';
import { callApi } from '../http/call-api.ts';
import { navigateTo } from '../navigation.ts';
import { paths } from '../paths.ts';
import { clearSessionStorage, isSignedIn, onTokensChange } from '../session/tokens.ts';
import type { Identity } from './identity.ts';

const NOT_REGISTERED = 404;

type Company = Pick<Identity, 'companyName' | 'businessId' | 'aslId'>;

/** The header's company (decisions §1). It does without when the server gives none. */
async function companyOf(profile: string): Promise<Company> {
  try {
    if (profile === 'BUSINESS') {
      const { readMyBusiness } = await import('#contract/calls/businesses.ts');
      const { business } = await callApi(readMyBusiness, {}, { alerts: 'none' });
      return { companyName: business.companyName, businessId: business.businessId };
    }
    if (profile === 'ASL') {
      const { readMyAsl } = await import('#contract/calls/asl.ts');
      const { asl } = await callApi(readMyAsl, {}, { alerts: 'none' });
      return { companyName: asl.name, aslId: asl.aslId };
    }
  } catch {
    return {};
  }
  return {};
}

async function readIdentity(): Promise<Identity | null> {
  const { readCurrentUser } = await import('#contract/calls/authentication.ts');
  try {
    const { user } = await callApi(readCurrentUser, {});
    const { profile } = user.userProfile;
    return { username: user.username, profile, ...(await companyOf(profile)) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== NOT_REGISTERED) throw error;
    clearSessionStorage();
    navigateTo(paths.userNotFound);
    return null;
  }
}

let known: Promise<Identity | null> | null = null;

onTokensChange(() => {
  if (!isSignedIn()) known = null;
});

/**
 * Who is signed in, read from the server once a session; null when nobody is, or when the server does not know the
 * user, who is then sent to `/user-not-found` (decisions §1).
 * @throws ApiError when the server could not be asked; the next call asks again
 */
export function currentIdentity(): Promise<Identity | null> {
  if (!isSignedIn()) return Promise.resolve(null);
  known ??= readIdentity().catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}
