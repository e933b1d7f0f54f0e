import type { Services } from '#server/domain/context.ts';
import type { IdentityProvider } from '../saml/identity-provider.ts';
import { type KeyPair, keyPairNamed } from '../saml/key-pair.ts';

/** The path of the demonstration identity provider's page. */
export const DEMO_SIGN_ON_PATH = '/sign-on/demo';

/** The keys of the demonstration identity provider, created at first use. */
export function demoKeyPair(services: Services): Promise<KeyPair> {
  return keyPairNamed(services, 'demo-identity-provider');
}

/** The entity id of the demonstration identity provider on this server. */
export function demoEntityId(publicUrl: string): string {
  return `${publicUrl}${DEMO_SIGN_ON_PATH}`;
}

/** The demonstration identity provider as the service provider sees it. */
export async function demoIdentityProvider(services: Services, publicUrl: string): Promise<IdentityProvider> {
  const { certificate } = await demoKeyPair(services);
  return {
    entityId: demoEntityId(publicUrl),
    entryPoint: `${publicUrl}${DEMO_SIGN_ON_PATH}`,
    certificate,
    logoutUrl: undefined,
  };
}
