/** Why a response is not accepted. The portal says something of its own about the last two. */
export type Refusal = 'RESPONSE_INVALID' | 'NO_OPEN_REQUEST' | 'USER_NOT_NAMED' | 'AUTHENTICATION_NOT_ACCEPTED';

interface RefusalOptions extends ErrorOptions {
  readonly refusal?: Refusal;
}

/**
 * A response of the identity provider that is not accepted. The message is for the log and contains no personal data.
 */
export class SignOnRefusedError extends Error {
  readonly refusal: Refusal;

  constructor(reason: string, { refusal = 'RESPONSE_INVALID', ...options }: RefusalOptions = {}) {
    super(`Sign-on refused: ${reason}`, options);
    this.refusal = refusal;
    this.name = 'SignOnRefusedError';
  }
}
