import { ApiError } from './api-error.ts';

const SERVER_ERROR = 500;

/** What a failed call says; anything that is not a call's failure is GENERIC (§8). */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError({});
}

/** Whether the server may have done the work all the same: no answer came, or one that it broke down over. */
export function isInDoubt({ lost, status }: Pick<ApiError, 'lost' | 'status'>): boolean {
  return lost || (status ?? 0) >= SERVER_ERROR;
}
