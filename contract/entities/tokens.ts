import { type Read, integer, optional, record, text } from '../wire.ts';

/**
 * The token pair that a sign-on, a refresh or a business switch answers (§3). `idleSeconds` is an extra of our server:
 * the session ends after so many seconds without a call.
 */
export const tokens = record({ accessToken: text, refreshToken: text, idleSeconds: optional(integer) });
type ReadTokens = Read<typeof tokens>;
export type Tokens = Omit<ReadTokens, 'idleSeconds'> & Partial<ReadTokens>;

/** The form fields that the browser posts to the identity provider (§3). */
export const ssoRequest = record({ RelayState: text, SAMLRequest: text, ssoUrl: text });
export type SsoRequest = Read<typeof ssoRequest>;
