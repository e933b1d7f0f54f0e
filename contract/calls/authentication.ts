import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { ssoRequest, tokens } from '../entities/tokens.ts';
import { PROFILES, user } from '../entities/user.ts';
import { requestId, shortText } from '../request.ts';
import { optional, record, text } from '../wire.ts';

/** A value without NUL characters, which PostgreSQL cannot store. */
const opaque = z.string().check(
  z.minLength(1),
  z.maxLength(4096),
  z.refine((value) => !value.includes('\0')),
);

/** The value with which a browser proves that it started the sign-on. */
export const relayState = opaque;

export const requestSignOn = defineCall({
  name: 'auth.requestSignOn',
  method: 'POST',
  path: '/api/v1/auth/am-ras/sso-request',
  summary: 'Starts a single sign-on: what the browser must post to the identity provider.',
  access: 'client',
  body: z.strictObject({ clientId: shortText, profile: z.literal('BUSINESS') }),
  answer: record({ amRasRequest: ssoRequest }),
});

export const exchangeSignOn = defineCall({
  name: 'auth.exchangeSignOn',
  method: 'POST',
  path: '/api/v1/auth/am-ras/sso-token',
  summary: 'Ends a single sign-on: exchanges the one-time session for a pair of tokens.',
  access: 'client',
  body: z.strictObject({ sessionId: opaque, RelayState: relayState }),
  answer: record({ auth: tokens }),
});

export const refreshTokens = defineCall({
  name: 'auth.refreshTokens',
  method: 'POST',
  path: '/api/v1/auth/token',
  summary: 'Exchanges a refresh token for a new pair.',
  access: 'public',
  encoding: 'form',
  body: z.strictObject({ grant_type: z.literal('refresh_token'), refresh_token: opaque }),
  answer: record({ auth: tokens }),
});

export const switchBusiness = defineCall({
  name: 'businesses.switch',
  method: 'POST',
  path: '/api/v1/auth/switch-business/{businessId}',
  summary: 'Makes another business of the user the active one.',
  access: ['BUSINESS'],
  params: z.strictObject({ businessId: requestId }),
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
