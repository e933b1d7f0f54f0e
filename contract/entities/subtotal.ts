import { amount, integer, record } from '../wire.ts';

/** How many rows, and their sum in euro. */
export const subtotal = record({ count: integer, amount });
