import type { ApiError } from '#src/providers/http/api-error.ts';
import type { NextLineProblem } from '../line/sale-line.ts';

/** Why a scanned product is not in the cart. */
export type ScanNote =
  | { readonly kind: 'notFound' | 'several' | 'notTaken'; readonly ean: string }
  | { readonly kind: 'unreadable' }
  | { readonly kind: NextLineProblem | 'left' | 'otherPrice'; readonly name: string }
  | { readonly kind: 'refused'; readonly name: string; readonly error: ApiError };
