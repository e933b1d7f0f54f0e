import { type Read, record, text } from '../wire.ts';

/** The pair that a sign-on, a refresh or a business switch answers (§3). */
export const tokens = record({ accessToken: text, refreshToken: text });
export type Tokens = Read<typeof tokens>;

/** What the browser must post to the identity provider (§3). */
export const ssoRequest = record({ RelayState: text, SAMLRequest: text, ssoUrl: text });
export type SsoRequest = Read<typeof ssoRequest>;
