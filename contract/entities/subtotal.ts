import { amount, integer, record } from '../wire.ts';

/** A number of rows and their sum in euro. */
export const subtotal = record({ count: integer, amount });
