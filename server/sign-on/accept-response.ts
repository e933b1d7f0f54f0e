import { setImmediate as turn } from 'node:timers/promises';
import type { Profile } from '@node-saml/node-saml';
import { z } from 'zod';
import type { SignOnSettings } from '#server/settings/settings.ts';
import { withConcurrencyLimit } from '#server/limiter.ts';
import type { Services } from '#server/services.ts';
import { excessOf, isForDestination, partProblem, problemOf, SignOnRefusedError } from './message-checks.ts';
import { providerRefusal } from './provider-refusal.ts';
import { readPerson } from './read-person.ts';
import {
  assertionConsumerUrl,
  serviceProvider,
  serviceProviderKeys,
  trustedIdentityProvider,
} from './service-provider.ts';
import { hashSecret, newSecret } from './tokens.ts';

/** The time in ms in which the portal must exchange the one-time session. */
const EXCHANGE_MS = 60_000;

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** The form that the identity provider posts (SAML 2.0 bindings, 3.5). */
export const samlResponse = z.object({ SAMLResponse: z.string().min(1), RelayState: z.string().min(1) });
type SamlResponse = z.output<typeof samlResponse>;

function xmlOf({ SAMLResponse }: SamlResponse): string {
  return Buffer.from(SAMLResponse, 'base64').toString('utf8');
}

/** The single bearer confirmation of an assertion, as the library parses it. */
const confirmation = z.object({
  Assertion: z.object({
    Subject: z.tuple([
      z.object({
        SubjectConfirmation: z.tuple([
          z.object({
            $: z.object({ Method: z.literal(BEARER) }),
            SubjectConfirmationData: z.tuple([
              z.object({ $: z.object({ Recipient: z.string(), InResponseTo: z.string() }) }),
            ]),
          }),
        ]),
      }),
    ]),
  }),
});

function noOpenRequest(): SignOnRefusedError {
  return new SignOnRefusedError('no open request with this relay state', { refusal: 'NO_OPEN_REQUEST' });
}

const ENCRYPTED = /<((?:[\w.-]+:)?EncryptedAssertion)\b[\s\S]*<\/\1\s*>/;

/**
 * Checks the assertion of an encrypted response as it is once decrypted. Without a signature of the response nothing
 * has been verified before, so the checks of a message are repeated for what was hidden. The text is searched: it may
 * have nothing in which the library would find another assertion.
 */
async function hiddenProblem(xml: string, keys: readonly string[]): Promise<string | undefined> {
  const [encrypted] = ENCRYPTED.exec(xml) ?? [];
  const isAlone =
    xml.match(/EncryptedAssertion/g)?.length === 2 && !/<[!?]/.test(xml.replace(/^\s*<\?xml[^>]*\?>/, ''));
  if (encrypted === undefined || !isAlone) return 'an encrypted assertion in an unusual form';
  const { decryptXml } = await import('@node-saml/node-saml/lib/xml.js');
  for (const key of keys) {
    const decrypted = await decryptXml(encrypted, key).catch(() => undefined);
    if (decrypted !== undefined) return partProblem(decrypted, { isSigned: false });
  }
  return 'an assertion that cannot be decrypted';
}

interface OpenRequest {
  readonly id: string;
  readonly createdAt: Date;
}

/**
 * The verified profile of a response. An encrypted assertion may be for the present key or for the one before it.
 * @throws SignOnRefusedError where the provider has refused, whoever signed that
 */
async function validate(
  services: Services,
  settings: SignOnSettings,
  response: SamlResponse,
  request: OpenRequest,
): Promise<Profile | null> {
  const xml = xmlOf(response);
  const destination = assertionConsumerUrl(settings);
  const refusal = isForDestination(xml, destination, false) ? await providerRefusal(xml, request.id) : undefined;
  if (refusal !== undefined) throw refusal;
  const isSigned = settings.saml.signed !== 'assertion';
  const unfit = problemOf(response.SAMLResponse, destination, { isSigned });
  if (unfit !== undefined) throw new SignOnRefusedError(unfit);
  const { privateKey, formerPrivateKey } = await serviceProviderKeys(services, settings);
  const isEncrypted = xml.includes('EncryptedAssertion');
  const keys = isEncrypted && formerPrivateKey !== undefined ? [privateKey, formerPrivateKey] : [privateKey];
  if (isEncrypted && !isSigned) {
    const problem = await hiddenProblem(xml, keys);
    if (problem !== undefined) throw new Error(problem);
  }
  const failures: unknown[] = [];
  for (const decryptionKey of keys) {
    const saml = await serviceProvider(services, settings, { request, decryptionKey });
    try {
      return (await saml.validatePostResponseAsync(response)).profile;
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0];
}

/**
 * The profile of a valid response. A forged one may block the event loop for 30 ms, so addresses take turns, and between
 * two responses the event loop serves other requests. No connection to the database is held meanwhile.
 */
function verify(...parts: Parameters<typeof validate>): Promise<Profile | null> {
  return withConcurrencyLimit('signOn', async () => {
    await turn();
    try {
      return await validate(...parts);
    } catch (error) {
      if (error instanceof SignOnRefusedError) throw error;
      throw new SignOnRefusedError(error instanceof Error ? error.message : 'unreadable', { cause: error });
    }
  });
}

/** The signed assertion of a response, checked by the library as `serviceProvider` configures it. */
async function readAssertion(services: Services, settings: SignOnSettings, response: SamlResponse) {
  const excess = excessOf(xmlOf(response));
  if (excess !== undefined) throw new SignOnRefusedError(excess);
  // Checked before the response is read, because reading takes long.
  const open = await services.db
    .selectFrom('sign_on')
    .where('relay_state', '=', response.RelayState)
    .where('session_id_hash', 'is', null)
    .where('expires_at', '>', services.now())
    .select(['saml_request_id as id', 'created_at as createdAt'])
    .executeTakeFirst();
  if (open === undefined) throw noOpenRequest();
  const profile = await verify(services, settings, response, open);
  if (profile !== null) return { profile, askedAt: open.createdAt };
  throw new SignOnRefusedError('no assertion');
}

/**
 * The id of the request to which an assertion belongs. Checks that the assertion is for this server (SAML 2.0 profiles,
 * 4.1.4.3).
 */
function requestAnsweredBy(profile: Profile, issuer: string | undefined, recipient: string): string {
  if (issuer !== undefined && profile.issuer !== issuer) throw new SignOnRefusedError('another issuer');
  const read = confirmation.safeParse(profile.getAssertion?.());
  if (!read.success) throw new SignOnRefusedError('no bearer confirmation');
  const { Recipient, InResponseTo } =
    read.data.Assertion.Subject[0].SubjectConfirmation[0].SubjectConfirmationData[0].$;
  if (Recipient !== recipient) throw new SignOnRefusedError('another recipient');
  return InResponseTo;
}

/**
 * Accepts a sign-on response of the identity provider once.
 * @returns the one-time session, which the portal exchanges for tokens within a minute
 * @throws SignOnRefusedError when the response is a refusal, invalid, late, already used, names nobody, or has another
 * relay state than the request
 */
export async function acceptResponse(
  services: Services,
  settings: SignOnSettings,
  response: SamlResponse,
): Promise<string> {
  const { entityId, logoutUrl } = await trustedIdentityProvider(services, settings);
  const { profile, askedAt } = await readAssertion(services, settings, response);
  const requestId = requestAnsweredBy(profile, entityId, assertionConsumerUrl(settings));
  const { username, session } = readPerson(profile, settings.saml, askedAt);
  const sessionId = newSecret();
  const now = services.now();
  const used = await services.db
    .updateTable('sign_on')
    .set({
      session_id_hash: hashSecret(sessionId),
      username,
      // Kept only where it is of use.
      provider_session: logoutUrl === undefined ? null : JSON.stringify(session),
      expires_at: new Date(now.getTime() + EXCHANGE_MS),
    })
    .where('saml_request_id', '=', requestId)
    .where('relay_state', '=', response.RelayState)
    .where('session_id_hash', 'is', null)
    .where('expires_at', '>', now)
    .returning('saml_request_id')
    .executeTakeFirst();
  if (used === undefined) throw noOpenRequest();
  return sessionId;
}
