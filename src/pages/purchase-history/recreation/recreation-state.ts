import type { Purchase } from '#contract/entities/purchase.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';

/**
 * The list's state for a new cart from a cancelled purchase. The dialog's code, which creates the cart, loads on
 * demand.
 */
export interface RecreationState {
  /** The purchase of the dialog. Kept while the dialog fades out. */
  readonly purchase: Purchase | null;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly refusal: ApiError | null;
}

export const NO_RECREATION: RecreationState = { purchase: null, isOpen: false, isBusy: false, refusal: null };
