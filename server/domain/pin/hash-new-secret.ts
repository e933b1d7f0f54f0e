import type { Services } from '../context.ts';
import { hashPin } from './pin-hash.ts';

/** The queue's key for operators. No business has this id, so operators take no places of a business. */
const OPERATORS = 0;

/**
 * The hash of a new PIN or code.
 * @throws DomainError TOO_MANY_REQUESTS when too many hashes are under way
 */
export function hashNewSecret({ hashing, rules }: Services, secret: string): Promise<string> {
  return hashing.withPlace(OPERATORS, (derive) => hashPin(secret, rules.pin.pepper, derive));
}
