import type { Tokens } from '#contract/entities/tokens.ts';
import type { Services } from '#server/domain/context.ts';
import { type AccessClaims, signAccessToken } from './access-token.ts';
import { keepRefreshToken } from './refresh-token.ts';
import { newSecret } from '../secret.ts';

/** Adds a new access token to a stored refresh token. */
export async function toPair(services: Services, bearer: AccessClaims, refreshToken: string): Promise<Tokens> {
  const { idleSeconds } = services.tokens;
  const accessToken = await signAccessToken(services, bearer);
  return { accessToken, refreshToken, ...(idleSeconds > 0 && { idleSeconds }) };
}

/** Creates a token pair that starts a new family of refresh tokens in a session. */
export async function issueTokens(services: Services, bearer: AccessClaims): Promise<Tokens> {
  const refreshToken = newSecret();
  await keepRefreshToken(services, refreshToken, bearer);
  return toPair(services, bearer, refreshToken);
}
