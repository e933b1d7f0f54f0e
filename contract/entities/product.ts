import { type Read, amount, id, optional, optionalListOf, record, text } from '../wire.ts';
import { category } from './category.ts';
import { manufacturer } from './manufacturer.ts';

/** A product that patients may buy with a voucher (§3). `refPrice` is the reference unit price in euro. */
export const product = record({
  productId: id,
  name: text,
  ean1: optional(text),
  refPrice: optional(amount),
  categories: optionalListOf(category),
  manufacturer: optional(manufacturer),
});
export type Product = Read<typeof product>;
