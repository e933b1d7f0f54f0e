import type { Services } from '#server/domain/context.ts';
import type { IdentityProvider } from '../identity-provider.ts';
import { type KeyPair, keyPairNamed } from '../key-pair.ts';

/** Where the demonstration identity provider shows its page. */
export const DEMO_SIGN_ON_PATH = '/sign-on/demo';

/** The demonstration identity provider's own keys, made at the first use. */
export function demoKeyPair(services: Services): Promise<KeyPair> {
  return keyPairNamed(services, 'demo-identity-provider');
}

/** The name by which the demonstration identity provider on this server signs its answers. */
export function demoEntityId(publicUrl: string): string {
  return `${publicUrl}${DEMO_SIGN_ON_PATH}`;
}

/** The demonstration identity provider, as a service provider must know it. */
export async function demoIdentityProvider(services: Services, publicUrl: string): Promise<IdentityProvider> {
  const { certificate } = await demoKeyPair(services);
  return { entityId: demoEntityId(publicUrl), entryPoint: `${publicUrl}${DEMO_SIGN_ON_PATH}`, certificate };
}
