import { expect, test } from 'vitest';
import { preparedName } from '#server/database/pool.ts';

test('design §4 prepared statements: a marked text has one name, every other one none', () => {
  const name = preparedName('select code from voucher where voucher_id = $1 /* prepared */');
  expect(name).toMatch(/^prepared-[0-9a-f]{40}$/);
  expect(preparedName('select code from voucher where voucher_id = $1 /* prepared */')).toBe(name);
  expect(preparedName('select status from voucher where voucher_id = $1 /* prepared */')).not.toBe(name);
  expect(preparedName('select code from voucher where voucher_id = $1')).toBeUndefined();
});

test.each(['select * from cart', 'select "cart".* from "cart"', 'insert into "cart" values ($1) returning *'])(
  'design §4 prepared statements: columns that a migration adds must not be in one (%s)',
  (text) => {
    expect(() => preparedName(`${text} /* prepared */`)).toThrow('names its columns');
  },
);
