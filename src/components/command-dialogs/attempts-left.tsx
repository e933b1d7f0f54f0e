import { useTranslate } from '@refinedev/core';
import type { ApiError } from '#src/providers/http/api-error.ts';

/** The remaining attempts are shown from this number down. */
const FEW_ATTEMPTS = 2;

/** Shows the remaining attempts after a wrong PIN or code, once they are few. */
export function AttemptsLeft({ refusal }: { readonly refusal: Pick<ApiError, 'attemptsLeft'> }) {
  const translate = useTranslate();
  const { attemptsLeft: count = Infinity } = refusal;
  return count <= FEW_ATTEMPTS && <p>{translate('error:attemptsLeft', { count })}</p>;
}
