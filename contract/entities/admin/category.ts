import { flag, id, integer, record, text } from '../../wire.ts';
import { categoryType } from '../category.ts';

export const adminCategory = record({
  categoryId: id,
  name: text,
  type: categoryType,
  disabled: flag,
  version: integer,
});
