import type { Services } from '../context.ts';
import { hashPin } from './pin-hash.ts';

/** Operators wait for one another, and take no place of a business: no business has this id. */
const OPERATORS = 0;

/**
 * The hash of a PIN or code that is set anew.
 * @throws DomainError TOO_MANY_REQUESTS when too many are hashed at once
 */
export function hashNewSecret({ hashing, rules }: Services, secret: string): Promise<string> {
  return hashing.withPlace(OPERATORS, (derive) => hashPin(secret, rules.pin.pepper, derive));
}
