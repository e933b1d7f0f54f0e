/** The errors of a token endpoint (RFC 6749, 5.2), with their HTTP status. */
export const GRANT_ERRORS = {
  invalid_request: 400,
  invalid_client: 401,
  unsupported_grant_type: 400,
  invalid_scope: 400,
} as const;

/** Why a till gets no token. */
export class GrantError extends Error {
  readonly error: keyof typeof GRANT_ERRORS;

  constructor(error: keyof typeof GRANT_ERRORS) {
    super(error);
    this.name = 'GrantError';
    this.error = error;
  }
}
