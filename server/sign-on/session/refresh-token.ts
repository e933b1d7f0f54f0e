import { createHmac } from 'node:crypto';
import type { Services } from '#server/domain/context.ts';
import type { AccessClaims } from './access-token.ts';
import { hashSecret } from '../secret.ts';

/**
 * The successors of a refresh token: the first is used for a new refresh, the second (derived with the former secret)
 * is only accepted. A successor is derived instead of random, so that two concurrent refreshes of a token
 * return the same pair. So a family stays a single chain, and every old token is recognised (rules §3).
 */
export function successorsOf({ tokens }: Services, refreshToken: string): readonly [string, ...string[]] {
  const derive = (secret: string) =>
    createHmac('sha256', secret).update(`refresh-token:${refreshToken}`).digest('base64url');
  const { secret, formerSecret } = tokens;
  return [derive(secret), ...(formerSecret === undefined ? [] : [derive(formerSecret)])];
}

/** Stores the hash of a new refresh token of a session; it is valid for `refreshTokenSeconds`. */
export async function keepRefreshToken(services: Services, token: string, bearer: AccessClaims): Promise<void> {
  const issuedAt = services.now();
  await services.db
    .insertInto('refresh_token')
    .values({
      token_hash: hashSecret(token),
      session_id: bearer.sessionId,
      business_id: bearer.businessId,
      issued_at: issuedAt,
      expires_at: new Date(issuedAt.getTime() + services.tokens.refreshTokenSeconds * 1000),
      replaced_at: null,
    })
    .execute();
}
