import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import { isDatabaseUnavailable } from '#server/database/pool.ts';
import { ERRORS, type SentError } from '#contract/errors.ts';
import { DomainError } from '#server/domain-error.ts';

const TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE';

/** The domain error for an error with which Fastify refuses a request. A body that is no JSON has no code. */
function refusalOfRequest(error: Partial<FastifyError>): DomainError {
  const { code = '' } = error;
  if (code === TOO_LARGE) return new DomainError('REQUEST_TOO_LARGE');
  const isBody = code.startsWith('FST_ERR_CTP_') || error instanceof SyntaxError;
  return new DomainError('INVALID_REQUEST', isBody ? { field: 'body' } : {});
}

/** The domain error for any error; an unknown error becomes INTERNAL_ERROR. */
function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  // First, because a body that its client cut off has the same code as a lost connection to the database.
  const refused = error as Partial<FastifyError>;
  if (refused.statusCode !== undefined && refused.statusCode < 500) return refusalOfRequest(refused);
  return new DomainError(isDatabaseUnavailable(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR');
}

/** The error envelope. */
export function envelopeOf({ description, details }: DomainError, trace: string) {
  const { lockedUntil, ...others } = details;
  const error: SentError = {
    code: ERRORS[description].code,
    description,
    ...others,
    ...(lockedUntil && { lockedUntil: toOffsetTimestamp(lockedUntil) }),
  };
  return { error, status: { trace } };
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: DomainError): FastifyReply {
  if (refusal.details.retryAfter !== undefined) reply.header('retry-after', refusal.details.retryAfter);
  return reply
    .status(ERRORS[refusal.description].status)
    .header('cache-control', 'no-store')
    .send(envelopeOf(refusal, request.id));
}

/**
 * Sends every error in the envelope (rules §1, §2). The message of an unexpected error is only in the log, under the
 * trace id of the response.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toDomainError(error);
    const isLeft = error instanceof Error && error.name === 'AbortError';
    if (isLeft) request.log.info('the client has gone');
    else if (refusal.description === 'INTERNAL_ERROR') request.log.error({ err: error }, 'unexpected error');
    if (refusal.description === 'SERVICE_UNAVAILABLE') request.log.error({ err: error }, 'database unavailable');
    return sendRefusal(request, reply, refusal);
  });
}

/** Answers PATH_NOT_FOUND for an unknown path. */
export function sendPathNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendRefusal(request, reply, new DomainError('PATH_NOT_FOUND'));
}
