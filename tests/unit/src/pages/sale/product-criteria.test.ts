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

test.each(['art/4', 'lotto:7', '1016'])('rules §1 the id of a product of another server is searched for: %s', (id) => {
  expect(codeSearchOf(id)?.codes).toEqual([id, `0${id}`]);
});

test.each([
  'https://www.example.it/pane?id=12',
  'www.example.it/pane',
  'mailto:mario.rossi@example.it',
  'MECARD:N:Rossi,Mario;',
  'BEGIN:VCARD',
  'WIFI:S:negozio;P:segreto;',
])('§5 EAN search: no address, no contact: %s', (text) => {
  expect(codeSearchOf(text)).toBeUndefined();
});

test('rules §1 empty filters are left out', () => {
  expect(productFilters({ ...NO_CRITERIA, name: ' pane ', ean: ' ' }, 'CELIAC')).toEqual([
    { field: 'name', operator: 'eq', value: 'pane' },
    { field: 'categoryType', operator: 'eq', value: 'CELIAC' },
  ]);
});
