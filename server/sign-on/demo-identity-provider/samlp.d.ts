declare module 'samlp' {
  /** The parts of an authentication request that the demonstration identity provider reads. */
  export interface SamlRequest {
    readonly id?: string;
    readonly issuer?: string;
    readonly assertionConsumerServiceURL?: string;
  }

  interface ProfileMapper {
    getClaims(): Record<string, string>;
    getNameIdentifier(): { readonly nameIdentifier: string };
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
    readonly signatureAlgorithm: 'rsa-sha256' | 'rsa-sha1';
    readonly digestAlgorithm: 'sha256' | 'sha1';
    readonly profileMapper: (user: User) => ProfileMapper;
  }

  const samlp: {
    /** With `signingCert`, fails on a request that is not signed by it. Gives nothing for a form without a request. */
    parseRequest(
      request: { readonly body: { readonly SAMLRequest: string }; readonly query: Record<string, never> },
      options: { readonly signingCert: string },
      callback: (error: Error | null, request?: SamlRequest) => void,
    ): void;
    /** Gives the response as XML, its assertion signed. */
    getSamlResponse<User>(
      options: ResponseOptions<User>,
      user: User,
      callback: (error: Error | null, response: string) => void,
    ): void;
  };
  export default samlp;
}
