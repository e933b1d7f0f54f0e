import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { CATEGORY_TYPES, category } from '../entities/category.ts';
import { manufacturer } from '../entities/manufacturer.ts';
import { leftOut, pagination } from '../entities/pagination.ts';
import { product } from '../entities/product.ts';
import { page, requestId, requestIds, shortText, size, sort } from '../request.ts';
import { listOf, record } from '../wire.ts';

export const listCategories = defineCall({
  name: 'product-categories.list',
  method: 'GET',
  path: '/api/v1/categories',
  summary: 'The product categories of a kind of dossier.',
  access: ['BUSINESS'],
  query: z.strictObject({ type: z.optional(z.enum(CATEGORY_TYPES)), size, sort }),
  answer: record({ categories: listOf(category), leftOut }),
});

export const listManufacturers = defineCall({
  name: 'manufacturers.list',
  method: 'GET',
  path: '/api/v1/manufacturers/search',
  summary: 'The manufacturers of products for a kind of dossier.',
  access: ['BUSINESS'],
  query: z.strictObject({ categoryType: z.optional(z.enum(CATEGORY_TYPES)), size, sort }),
  answer: record({ manufacturers: listOf(manufacturer), leftOut }),
});

export const searchProducts = defineCall({
  name: 'products.search',
  method: 'GET',
  path: '/api/v1/products/search',
  summary: 'Products by category, manufacturer, part of the name, and EAN or product id.',
  access: ['BUSINESS'],
  query: z.strictObject({
    categoryIds: z.optional(requestIds),
    manufacturerId: z.optional(requestId),
    ean: z.optional(shortText),
    name: z.optional(shortText),
    categoryType: z.optional(z.enum(CATEGORY_TYPES)),
    page,
    size,
    sort,
  }),
  answer: record({ products: listOf(product), pagination, leftOut }),
  extras: { sorts: ['name', 'productId', 'ean1', 'refPrice'] },
});
