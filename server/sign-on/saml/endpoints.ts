import type { SignOnSettings } from '#server/settings/types.ts';

/** The path to which the identity provider sends the browser back. */
export const ASSERTION_CONSUMER_PATH = '/sign-on/acs';

/** The URL of that path. */
export function assertionConsumerUrl(settings: SignOnSettings): string {
  return `${settings.publicUrl}${ASSERTION_CONSUMER_PATH}`;
}

/** The path to which the identity provider sends the browser after a single logout, and where it asks for one. */
export const LOGOUT_RETURN_PATH = '/sign-on/logout';

/** The URL of that path. */
export function logoutReturnUrl(settings: SignOnSettings): string {
  return `${settings.publicUrl}${LOGOUT_RETURN_PATH}`;
}
