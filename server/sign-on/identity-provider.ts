/** An identity provider whose word is taken. */
export interface IdentityProvider {
  /** The name by which it signs its answers; not checked where the operator gave none. */
  readonly entityId: string | undefined;
  /** Where the browser posts the sign-on request. */
  readonly entryPoint: string;
  /** The certificate, PEM, with which it signs its answers. */
  readonly certificate: string;
}
