import type { Demonstration } from '#server/services.ts';
import { demoIdentityProvider, keyPairNamed } from './identity-provider/keys.ts';
import { DEMO_TOKEN_PATH, registerDemoIdentityProvider, registerDemoToken } from './identity-provider/register.ts';

/** The demonstration sign-on, for the start of the server. */
export const demonstration: Demonstration = {
  registerIdentityProvider: registerDemoIdentityProvider,
  registerToken: registerDemoToken,
  tokenPath: DEMO_TOKEN_PATH,
  identityProvider: demoIdentityProvider,
  serviceProviderKeys: (services) => keyPairNamed(services, 'service-provider'),
};
