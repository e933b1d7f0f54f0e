import { useTranslate } from '@refinedev/core';
import type { ApiError } from '#src/providers/http/api-error.ts';

/** From so many tries on it is said how many are left. */
const FEW_ATTEMPTS = 2;

/** After a wrong PIN or code: how many tries are left before it locks, once they are few. */
export function AttemptsLeft({ refusal }: { readonly refusal: Pick<ApiError, 'attemptsLeft'> }) {
  const translate = useTranslate();
  const { attemptsLeft: count = Infinity } = refusal;
  return count <= FEW_ATTEMPTS && <p>{translate('error:attemptsLeft', { count })}</p>;
}
