import type { SignOnSettings } from '#server/settings/settings.ts';
import { currentClient, Limiter, LIMITS } from '#server/limiter.ts';
import type { Demonstration, IdentityProvider, KeyPair, Services } from '#server/services.ts';
import { Threads } from '#server/threads.ts';
import { SignOnRefusedError } from './message-checks.ts';
import type { SamlAnswer, SamlParties, SamlWork, SamlWorks } from './saml-work.ts';

/** The path to which the identity provider sends the browser back. */
export const ASSERTION_CONSUMER_PATH = '/sign-on/acs';

/** The URL of that path. */
export function assertionConsumerUrl(settings: SignOnSettings): string {
  return `${settings.publicUrl}${ASSERTION_CONSUMER_PATH}`;
}

/** The path to which the identity provider sends the browser after a single logout, and where it asks for one. */
export const LOGOUT_RETURN_PATH = '/sign-on/logout';

/** The URL of that path. */
function logoutReturnUrl(settings: SignOnSettings): string {
  return `${settings.publicUrl}${LOGOUT_RETURN_PATH}`;
}

/** @throws Error where the settings want a demonstration that was not handed in */
function demonstrationOf({ demonstration }: Services): Demonstration {
  if (demonstration === undefined) throw new Error('the demonstration sign-on is not there');
  return demonstration;
}

/** The identity provider for the sign-on: the configured one, otherwise the demonstration's. */
export async function trustedIdentityProvider(services: Services, settings: SignOnSettings): Promise<IdentityProvider> {
  const { identityProvider, publicUrl } = settings;
  if (identityProvider.kind === 'demonstration') return demonstrationOf(services).identityProvider(services, publicUrl);
  const { entityId, url, certificate, logoutUrl } = identityProvider;
  return { entityId, entryPoint: url, certificate, logoutUrl };
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** The certificates in a text in PEM, the first of which counts before the others. */
function certificatesIn(pem: string): readonly [string, ...string[]] {
  const [first = pem, ...others] = pem.match(CERTIFICATES) ?? [];
  return [first, ...others];
}

export interface ServiceProviderKeys extends KeyPair {
  /** Certificates of keys to come, which only our metadata show. */
  readonly nextCertificates: readonly string[];
  /** The key before this one, with which assertions are still decrypted. */
  readonly formerPrivateKey: string | undefined;
}

/** The keys of this server: the configured ones, or of a demonstration a pair created at first use. */
export async function serviceProviderKeys(services: Services, settings: SignOnSettings): Promise<ServiceProviderKeys> {
  const { identityProvider } = settings;
  if (identityProvider.kind === 'demonstration') {
    const made = await demonstrationOf(services).serviceProviderKeys(services);
    return { ...made, nextCertificates: [], formerPrivateKey: undefined };
  }
  const { privateKey, formerPrivateKey, publicCertificate } = identityProvider;
  const [certificate, ...nextCertificates] = certificatesIn(publicCertificate);
  return { privateKey, formerPrivateKey, certificate, nextCertificates };
}

/** What a thread must know of both sides. */
export async function partiesOf(services: Services, settings: SignOnSettings): Promise<SamlParties> {
  const identityProvider = await trustedIdentityProvider(services, settings);
  return {
    entityId: settings.serviceProviderId,
    assertionConsumerUrl: assertionConsumerUrl(settings),
    logoutReturnUrl: logoutReturnUrl(settings),
    saml: settings.saml,
    keys: await serviceProviderKeys(services, settings),
    identityProvider,
    // There are several while the identity provider changes its certificate.
    certificates: certificatesIn(identityProvider.certificate),
  };
}

const threads = new Threads<SamlWork, SamlAnswer>(new URL('./sign-on-thread.mjs', import.meta.url));

export const signOnTurns = new Limiter(LIMITS.signOn);

/**
 * Runs work when it is the client's turn. Rejects when the client has disconnected meanwhile, and as a database without
 * a free connection when the turn does not come in time.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const { key = '', signal } = currentClient() ?? {};
  const end = await signOnTurns.beginInTime(key, signal);
  try {
    signal?.throwIfAborted();
    return await work();
  } finally {
    end();
  }
}

/**
 * Makes or reads a SAML message on a thread: a stranger's may take a quarter of a second. Addresses take turns, and none
 * has more than one thread. No connection to the database is held meanwhile.
 * @param of what this kind of work is given
 * @throws SignOnRefusedError when a message is not accepted
 */
export async function workOnMessage<Kind extends keyof SamlWorks>(
  services: Services,
  settings: SignOnSettings,
  kind: Kind,
  of: Parameters<SamlWorks[Kind]>[1],
): Promise<Awaited<ReturnType<SamlWorks[Kind]>>> {
  const parties = await partiesOf(services, settings);
  const answer = await inTurn(() => threads.run({ kind, parties, of }));
  if ('refused' in answer) throw new SignOnRefusedError(answer.refused.reason, answer.refused);
  return answer.value as Awaited<ReturnType<SamlWorks[Kind]>>;
}
