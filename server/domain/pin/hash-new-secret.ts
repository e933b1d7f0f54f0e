import type { Principal, Services } from '../context.ts';
import { hashPin } from './pin-hash.ts';

/**
 * The hash of a new PIN or code that an operator sets. Each operator has slots of their own: no business has a negative
 * id.
 * @throws DomainError TOO_MANY_REQUESTS when too many hashes are under way
 */
export function hashNewSecret({ hashing, rules }: Services, { userId }: Principal, secret: string): Promise<string> {
  return hashing.withSlot(-userId, (derive) => hashPin(secret, rules.pin.pepper, derive));
}
