import type { SignOnSettings } from '#server/settings.ts';

/** The endpoint to which the identity provider sends the browser back. */
export const ASSERTION_CONSUMER_PATH = '/sign-on/acs';

/** The address of that endpoint, as the identity provider must know it. */
export function assertionConsumerUrl(settings: SignOnSettings): string {
  return `${settings.publicUrl}${ASSERTION_CONSUMER_PATH}`;
}
