import { type Read, integer, optional, record, text } from '../wire.ts';

/**
 * The pair that a sign-on, a refresh or a business switch answers (§3). `idleSeconds`, a field of ours: after so many
 * without a call the session ends.
 */
export const tokens = record({ accessToken: text, refreshToken: text, idleSeconds: optional(integer) });
type ReadTokens = Read<typeof tokens>;
export type Tokens = Omit<ReadTokens, 'idleSeconds'> & Partial<ReadTokens>;

/** What the browser must post to the identity provider (§3). */
export const ssoRequest = record({ RelayState: text, SAMLRequest: text, ssoUrl: text });
export type SsoRequest = Read<typeof ssoRequest>;
