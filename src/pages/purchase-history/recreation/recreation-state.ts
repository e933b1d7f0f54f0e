import type { Purchase } from '#contract/entities/purchase.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';

/** Where the list stands with a new cart of a cancelled purchase; what makes it comes with its dialog's code. */
export interface RecreationState {
  /** What a cart is made of, or was last: a dialog that fades out still names it. */
  readonly purchase: Purchase | null;
  readonly isAsked: boolean;
  readonly isBusy: boolean;
  readonly refusal: ApiError | null;
}

export const NO_RECREATION: RecreationState = { purchase: null, isAsked: false, isBusy: false, refusal: null };
