import type { Services } from '#server/domain/context.ts';
import type { SignOnSettings } from '#server/settings/types.ts';
import { demoIdentityProvider } from '../demo-identity-provider/demo-identity-provider.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** The identity provider for the sign-on: the configured one, otherwise the demonstration's. */
export async function trustedIdentityProvider(services: Services, settings: SignOnSettings): Promise<IdentityProvider> {
  const { identityProvider, publicUrl } = settings;
  if (identityProvider.kind === 'demonstration') return demoIdentityProvider(services, publicUrl);
  const { entityId, url, certificate, logoutUrl } = identityProvider;
  return { entityId, entryPoint: url, certificate, logoutUrl };
}
