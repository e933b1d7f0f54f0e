import { type Read, amount, id, optional, optionalListOf, record, text } from '../wire.ts';
import { category } from './category.ts';
import { manufacturer } from './manufacturer.ts';

/**
 * A product that patients may buy with a voucher (§3). `refPrice` is the reference unit price in euro, `pharmacyCode` an
 * extra of our server.
 */
export const product = record({
  productId: id,
  name: text,
  ean1: optional(text),
  pharmacyCode: optional(text),
  refPrice: optional(amount),
  categories: optionalListOf(category),
  manufacturer: optional(manufacturer),
});
export type Product = Read<typeof product>;
