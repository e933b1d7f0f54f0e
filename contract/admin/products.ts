import * as z from 'zod/mini';
import { categoryType } from '../entities/shared.ts';
import { described, dossierType, manufacturerId, shortText, unitPrice } from '../request.ts';
import { amount, code, id, listOf, text } from '../wire.ts';
import { defineResource } from './define.ts';
import { disabled, ean, longText, maybe, pharmacyCode, rowIds, searched, vatRate, words } from './fields.ts';

/** Products. `refPrice` is in euro. */
export const adminProducts = defineResource({
  name: 'products',
  noun: 'product',
  path: 'prodotti',
  access: ['REGION'],
  fields: {
    name: {
      ...words(described(longText, { description: 'Name of a product.', example: 'pane' })),
      filter: z.optional(described(shortText, { description: 'How the name begins.', example: 'pane' })),
    },
    ean1: {
      row: text,
      input: ean,
      filter: z.optional(
        described(shortText, { description: 'Any code of a product, or how it begins.', example: '2000006000019' }),
      ),
    },
    pharmacyCode: maybe(code, pharmacyCode),
    refPrice: {
      row: amount,
      input: described(unitPrice, {
        description: 'Reference price of one unit in euro, above 0 and with at most 6 decimals.',
        example: 3.5,
      }),
    },
    vatRate,
    manufacturerId: {
      row: id,
      input: manufacturerId,
      filter: z.optional(manufacturerId),
      match: 'id',
      refersTo: { resource: 'admin-manufacturers', labels: ['name'], search: 'name' },
    },
    manufacturerName: { row: text },
    categoryType: searched(categoryType, dossierType),
    categoryIds: {
      row: listOf(id),
      input: described(rowIds, { description: 'Ids of product categories.', example: [1, 2] }),
      refersTo: { resource: 'admin-categories', labels: ['name'], search: 'name' },
    },
    categoryNames: { row: listOf(text) },
    disabled,
  },
  columns: ['name', 'ean1', 'refPrice', 'manufacturerName', 'categoryType', 'disabled'],
  filters: ['name', 'ean1', 'manufacturerId', 'categoryType', 'disabled'],
  sorts: ['name', 'ean1', 'refPrice'],
});

export const adminManufacturers = defineResource({
  name: 'manufacturers',
  noun: 'manufacturer',
  path: 'produttori',
  access: ['REGION'],
  fields: {
    name: words(
      described(shortText, { description: 'Name of a manufacturer; in a search, how it begins.', example: 'pane' }),
    ),
    disabled,
  },
  columns: ['name', 'disabled'],
  filters: ['name', 'disabled'],
  sorts: ['name'],
});

/** The kind of a category never changes, because its products are of that kind. */
export const adminCategories = defineResource({
  name: 'categories',
  noun: 'category',
  path: 'categorie',
  access: ['REGION'],
  fields: {
    name: words(
      described(shortText, { description: 'Name of a category; in a search, how it begins.', example: 'pane' }),
    ),
    type: { ...searched(categoryType, dossierType), isFixed: true },
    disabled,
  },
  columns: ['name', 'type', 'disabled'],
  filters: ['name', 'type', 'disabled'],
  sorts: ['name'],
});
