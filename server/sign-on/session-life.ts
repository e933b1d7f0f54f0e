import type { Services } from '#server/domain/context.ts';

/**
 * The instant after which a session must have begun to be alive still: however often its tokens are refreshed, it ends
 * `sessionSeconds` after the sign-on.
 */
export function oldestLivingStart({ now, tokens }: Pick<Services, 'now' | 'tokens'>): Date {
  return new Date(now().getTime() - tokens.sessionSeconds * 1000);
}
