import { createHmac } from 'node:crypto';
import type { Services } from '#server/domain/context.ts';
import type { AccessClaims } from './access-token.ts';
import { hashSecret } from './secret.ts';

/**
 * The one token that may follow a refresh token. It is derived with the server's secret instead of drawn by lot, so
 * that two refreshes of the same token at the same moment answer the same pair and a family stays a single line, in
 * which every stale token is recognised (rules §3). While the secret is being replaced the one derived with the former
 * secret follows.
 */
export function successorsOf({ tokens }: Services, refreshToken: string): readonly [string, ...string[]] {
  const derive = (secret: string) =>
    createHmac('sha256', secret).update(`refresh-token:${refreshToken}`).digest('base64url');
  const { secret, formerSecret } = tokens;
  return [derive(secret), ...(formerSecret === undefined ? [] : [derive(formerSecret)])];
}

/** Keeps a new refresh token of a session, hashed, good for `refreshTokenSeconds` from now. */
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
