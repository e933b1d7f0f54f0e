import type { ApiError } from './api-error.ts';
import { policyFor } from './error-policy.ts';
import { showFailure } from './show-failure.ts';

/**
 * Puts up the alert of the error policy for a failure that was kept back until it was known what it meant (§8,
 * decisions §2).
 */
export function tellFailure(failure: ApiError): void {
  const { alert } = policyFor(failure);
  if (alert) showFailure(alert, failure);
}
