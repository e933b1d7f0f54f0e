import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { PROFILES, user } from '../entities/shared.ts';
import { businessId, described, secret, shortText } from '../request.ts';
import { integer, optional, type Read, record, text } from '../wire.ts';

/**
 * The token pair that a sign-on, a refresh or a business switch answers (§3). Extras of our server: the session ends after
 * `idleSeconds` without a call, and `sessionSeconds` from now on in any case.
 */
export const tokens = record({
  accessToken: text,
  refreshToken: text,
  idleSeconds: optional(integer),
  sessionSeconds: optional(integer),
});
type ReadTokens = Read<typeof tokens>;
export type Tokens = Omit<ReadTokens, 'idleSeconds' | 'sessionSeconds'> & Partial<ReadTokens>;

/** The form fields that the browser posts to the identity provider (§3). */
export const ssoRequest = record({ RelayState: text, SAMLRequest: text, ssoUrl: text });
export type SsoRequest = Read<typeof ssoRequest>;

/** A secret without NUL characters, which PostgreSQL cannot store. */
const opaque = secret(
  z.string().check(
    z.minLength(1),
    z.maxLength(4096),
    z.refine((value) => !value.includes('\0')),
  ),
);

/** The value with which a browser proves that it started the sign-on. */
export const relayState = described(opaque, {
  description: 'The relay state in the response to the sign-on request.',
  example: 'relay-1',
});

export const requestSignOn = defineCall({
  name: 'auth.requestSignOn',
  method: 'POST',
  path: '/api/v1/auth/am-ras/sso-request',
  summary: 'Starts a single sign-on: what the browser must post to the identity provider.',
  access: 'client',
  rate: 'signOn',
  body: z.strictObject({
    clientId: described(shortText, { description: 'Client id of the portal at the sign-on.', example: 'portal' }),
    profile: described(z.literal('BUSINESS'), {
      description: "Always BUSINESS at the start of a sign-on; users/me tells the user's own profile.",
      example: 'BUSINESS',
    }),
  }),
  answer: record({ amRasRequest: ssoRequest }),
});

export const exchangeSignOn = defineCall({
  name: 'auth.exchangeSignOn',
  method: 'POST',
  path: '/api/v1/auth/am-ras/sso-token',
  summary: 'Ends a single sign-on: exchanges the one-time session for a pair of tokens.',
  access: 'client',
  rate: 'signOn',
  body: z.strictObject({
    sessionId: described(opaque, {
      description: 'The one-time session in the URL to which the sign-on returns.',
      example: 'session-1',
    }),
    RelayState: relayState,
  }),
  answer: record({ auth: tokens }),
});

export const refreshTokens = defineCall({
  name: 'auth.refreshTokens',
  method: 'POST',
  path: '/api/v1/auth/token',
  summary: 'Exchanges a refresh token for a new pair.',
  access: 'public',
  rate: 'unlimited',
  encoding: 'form',
  body: z.strictObject({
    grant_type: described(z.literal('refresh_token'), {
      description: 'Always refresh_token.',
      example: 'refresh_token',
    }),
    refresh_token: described(opaque, { description: 'The refresh token of the session.', example: 'refresh-token' }),
  }),
  answer: record({ auth: tokens }),
});

export const switchBusiness = defineCall({
  name: 'businesses.switch',
  method: 'POST',
  path: '/api/v1/auth/switch-business/{businessId}',
  summary: 'Makes another business of the user the active one.',
  access: ['BUSINESS'],
  params: z.strictObject({ businessId }),
  answer: record({ auth: tokens }),
});

export const signOut = defineCall({
  name: 'auth.signOut',
  method: 'POST',
  path: '/api/v1/extra/logout',
  summary: 'Extra: ends the session and its tokens. The browser goes to `nextUrl` where there is one.',
  access: PROFILES,
  answer: record({ nextUrl: optional(text) }),
});

export const readCurrentUser = defineCall({
  name: 'auth.readCurrentUser',
  method: 'GET',
  path: '/api/v1/users/me',
  summary: 'The signed-in user.',
  access: PROFILES,
  answer: record({ user }),
});
