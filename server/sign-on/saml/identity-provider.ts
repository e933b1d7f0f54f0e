/** An identity provider that this server trusts. */
export interface IdentityProvider {
  /** The entity id in its responses; not checked when undefined. */
  readonly entityId: string | undefined;
  /** The URL to which the browser posts the sign-on request. */
  readonly entryPoint: string;
  /** The certificate (PEM) of the key that signs its responses. */
  readonly certificate: string;
  /** The URL of its single logout (HTTP-Redirect); undefined if none is used. */
  readonly logoutUrl: string | undefined;
}
