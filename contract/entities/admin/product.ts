import { amount, flag, id, integer, listOf, optional, record, text } from '../../wire.ts';
import { categoryType } from '../category.ts';

/** A product as an operator sees it. `refPrice` is in euro. */
export const adminProduct = record({
  productId: id,
  name: text,
  ean1: text,
  pharmacyCode: optional(text),
  refPrice: amount,
  manufacturerId: id,
  manufacturerName: text,
  categoryType,
  categoryIds: listOf(id),
  categoryNames: listOf(text),
  disabled: flag,
  version: integer,
});
