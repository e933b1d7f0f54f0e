import { expect, test } from 'vitest';
import {
  canSearch,
  codeSearchOf,
  isPureEan,
  NO_CRITERIA,
  productFilters,
} from '#src/pages/sale/products/product-criteria.ts';

test.each([
  [NO_CRITERIA, false],
  [{ ...NO_CRITERIA, name: '  ' }, false],
  [{ ...NO_CRITERIA, categoryId: 1 }, true],
  [{ ...NO_CRITERIA, manufacturerId: 'a' }, true],
  [{ ...NO_CRITERIA, name: 'pa' }, true],
  [{ ...NO_CRITERIA, ean: '12' }, true],
])("§5 'Cerca' for %o: %s", (criteria, enabled) => expect(canSearch(criteria)).toBe(enabled));

test('rules §1 a pure EAN search has no other filter', () => {
  expect(isPureEan({ ...NO_CRITERIA, ean: '800' })).toBe(true);
  expect(isPureEan({ ...NO_CRITERIA, name: 'pane', ean: '800' })).toBe(false);
  expect(isPureEan({ ...NO_CRITERIA, ean: '800', categoryId: 1 })).toBe(false);
  expect(isPureEan(NO_CRITERIA)).toBe(false);
});

test('rules §1 empty filters are left out', () => {
  expect(productFilters({ ...NO_CRITERIA, name: ' pane ', ean: ' ' }, 'CELIAC')).toEqual([
    { field: 'name', operator: 'eq', value: 'pane' },
    { field: 'categoryType', operator: 'eq', value: 'CELIAC' },
  ]);
});

test.each(['art/4', 'P:4', 'urn:prodotto:4', '12a', '4'])(
  '§7 product search: %s may be the id of another server',
  (id) => {
    expect(codeSearchOf(id)?.codes[0]).toBe(id);
  },
);

test.each(['https://www.example.it/pane', '8012345000028', 'PSTLNE78T41B354F'])(
  'rules §1 product search: %s is the code of no product',
  (text) => {
    expect(codeSearchOf(text)).toBeUndefined();
  },
);
