import { setImmediate as turn } from 'node:timers/promises';
import type { Profile, SAML } from '@node-saml/node-saml';
import { z } from 'zod';
import { withConcurrencyLimit } from '#server/domain/batches.ts';
import type { Services } from '#server/domain/context.ts';
import type { SignOnSettings } from '#server/settings/types.ts';
import { assertionConsumerUrl } from './assertion-consumer.ts';
import { problemOf } from './message-checks.ts';
import { hashSecret, newSecret } from '../secret.ts';
import { serviceProvider } from './service-provider.ts';
import { trustedIdentityProvider } from './trusted-identity-provider.ts';

/** The time in ms in which the portal must exchange the one-time session. */
const EXCHANGE_MS = 60_000;

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

type Refusal = 'RESPONSE_INVALID' | 'NO_OPEN_REQUEST';

interface RefusalOptions extends ErrorOptions {
  readonly refusal?: Refusal;
}

/**
 * A response of the identity provider that is not accepted. The message is for the log and contains no personal data.
 */
export class SignOnRefusedError extends Error {
  readonly refusal: Refusal;

  constructor(reason: string, { refusal = 'RESPONSE_INVALID', ...options }: RefusalOptions = {}) {
    super(`Sign-on refused: ${reason}`, options);
    this.refusal = refusal;
    this.name = 'SignOnRefusedError';
  }
}

/** The form that the identity provider posts (SAML 2.0 bindings, 3.5). */
export const samlResponse = z.object({ SAMLResponse: z.string().min(1), RelayState: z.string().min(1) });
type SamlResponse = z.output<typeof samlResponse>;

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

/**
 * The profile of a valid response. A forged one may block the event loop for 30 ms, so addresses take turns, and between
 * two responses the event loop serves other requests. No connection to the database is held meanwhile.
 */
function verify(saml: SAML, response: SamlResponse): Promise<Profile | null> {
  return withConcurrencyLimit('signOn', async () => {
    await turn();
    try {
      return (await saml.validatePostResponseAsync(response)).profile;
    } catch (error) {
      throw new SignOnRefusedError(error instanceof Error ? error.message : 'unreadable', { cause: error });
    }
  });
}

/** The signed assertion of a response, checked by the library as `serviceProvider` configures it. */
async function readAssertion(services: Services, settings: SignOnSettings, response: SamlResponse): Promise<Profile> {
  const problem = problemOf(response.SAMLResponse, assertionConsumerUrl(settings));
  if (problem !== undefined) throw new SignOnRefusedError(problem);
  // Checked before the response is read, because reading takes long.
  const open = await services.db
    .selectFrom('sign_on')
    .where('relay_state', '=', response.RelayState)
    .where('session_id_hash', 'is', null)
    .where('expires_at', '>', services.now())
    .select(['saml_request_id as id', 'created_at as createdAt'])
    .executeTakeFirst();
  if (open === undefined) throw noOpenRequest();
  const saml = await serviceProvider(services, settings, open);
  const profile = await verify(saml, response);
  if (profile !== null) return profile;
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
 * @throws SignOnRefusedError when the response is invalid, late, already used, or has another relay state than the
 * request
 */
export async function acceptResponse(
  services: Services,
  settings: SignOnSettings,
  response: SamlResponse,
): Promise<string> {
  const { entityId } = await trustedIdentityProvider(services, settings);
  const profile = await readAssertion(services, settings, response);
  const requestId = requestAnsweredBy(profile, entityId, assertionConsumerUrl(settings));
  const sessionId = newSecret();
  const now = services.now();
  const used = await services.db
    .updateTable('sign_on')
    .set({
      session_id_hash: hashSecret(sessionId),
      username: profile.nameID,
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
