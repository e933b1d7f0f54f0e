declare module 'samlp' {
  /** The parts of a sign-on request that the demonstration identity provider reads. */
  export interface SamlRequest {
    readonly id?: string;
    readonly issuer?: string;
    readonly assertionConsumerServiceURL?: string;
  }

  interface ProfileMapper {
    getClaims(): Record<string, string | readonly string[]>;
    getNameIdentifier(): { readonly nameIdentifier: string; readonly nameIdentifierFormat?: string };
  }

  export interface ResponseOptions<User> {
    readonly issuer: string;
    readonly key: string;
    readonly cert: string;
    readonly audience: string;
    readonly recipient: string;
    readonly destination: string;
    readonly inResponseTo: string;
    readonly lifetimeInSeconds: number;
    readonly signResponse: boolean;
    /** True if not given. */
    readonly signAssertion?: boolean;
    readonly authnContextClassRef?: string;
    readonly sessionIndex?: string;
    /** The certificate and the public key, both in PEM, for which the assertion is encrypted. */
    readonly encryptionCert?: string;
    readonly encryptionPublicKey?: string;
    /** AES-256-GCM if not given. */
    readonly encryptionAlgorithm?: string;
    readonly disallowEncryptionWithInsecureAlgorithm?: boolean;
    readonly warnOnInsecureEncryptionAlgorithm?: boolean;
    readonly signatureAlgorithm: 'rsa-sha256' | 'rsa-sha1';
    readonly digestAlgorithm: 'sha256' | 'sha1';
    readonly profileMapper: (user: User) => ProfileMapper;
  }

  const samlp: {
    /** Fails on a request that `signingCert` has not signed. Returns nothing for a form without a request. */
    parseRequest(
      request: { readonly body: { readonly SAMLRequest: string }; readonly query: Record<string, never> },
      options: { readonly signingCert: string },
      callback: (error: Error | null, request?: SamlRequest) => void,
    ): void;
    /** Returns the response as XML with a signed assertion. */
    getSamlResponse<User>(
      options: ResponseOptions<User>,
      user: User,
      callback: (error: Error | null, response: string) => void,
    ): void;
  };
  export default samlp;
}
