import { expect, test } from 'vitest';
import { readOrder } from '#server/database/queries.ts';

const COLUMNS = { lastName: 'last_name', firstName: 'first_name' } as const;

test('rules §1 sort: fields, then the direction, ascending when none is given', () => {
  expect(readOrder('lastName,firstName,desc', COLUMNS)).toEqual({
    columns: ['last_name', 'first_name'],
    direction: 'desc',
  });
  expect(readOrder('lastName', COLUMNS)).toEqual({ columns: ['last_name'], direction: 'asc' });
});

test.each(['age', 'lastName,age,asc', 'asc', 'toString', 'asc,lastName'])('rules §1 sort: %s is refused', (sort) => {
  expect(() => readOrder(sort, COLUMNS)).toThrow('INVALID_REQUEST');
});
