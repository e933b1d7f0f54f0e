import * as z from 'zod/mini';
import { defineCall, SELLERS } from '../call.ts';
import { category, leftOut, pagination } from '../entities/shared.ts';
import { described, dossierType, manufacturerId, page, requestIds, shortText, size, sortedBy } from '../request.ts';
import { amount, id, listOf, optional, optionalListOf, type Read, record, text } from '../wire.ts';

/** A manufacturer of products (§3). */
export const manufacturer = record({ manufacturerId: id, name: text });
export type Manufacturer = Read<typeof manufacturer>;

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

export const listCategories = defineCall({
  name: 'product-categories.list',
  method: 'GET',
  path: '/api/v1/categories',
  summary: 'The product categories of a kind of dossier.',
  access: ['BUSINESS'],
  query: z.strictObject({ type: z.optional(dossierType), size, sort: sortedBy('name,asc') }),
  answer: record({ categories: listOf(category), leftOut }),
});

export const listManufacturers = defineCall({
  name: 'manufacturers.list',
  method: 'GET',
  path: '/api/v1/manufacturers/search',
  summary: 'The manufacturers of products for a kind of dossier.',
  access: ['BUSINESS'],
  query: z.strictObject({ categoryType: z.optional(dossierType), size, sort: sortedBy('name,asc') }),
  answer: record({ manufacturers: listOf(manufacturer), leftOut }),
});

export const searchProducts = defineCall({
  name: 'products.search',
  method: 'GET',
  path: '/api/v1/products/search',
  summary: 'Products by category, manufacturer, part of the name, and EAN or product id.',
  access: SELLERS,
  rate: 'search',
  query: z.strictObject({
    categoryIds: z.optional(
      described(requestIds, { description: 'Ids of product categories, comma-joined or repeated.', example: '1,2' }),
    ),
    manufacturerId: z.optional(manufacturerId),
    ean: z.optional(
      described(shortText, {
        description: "The whole EAN (8 to 14 digits), pharmacy's code (A and nine digits) or id of a product.",
        example: '2000006000019',
      }),
    ),
    name: z.optional(described(shortText, { description: 'Any part of the name.', example: 'pane' })),
    categoryType: z.optional(dossierType),
    page,
    size,
    sort: sortedBy('name'),
  }),
  answer: record({ products: listOf(product), pagination, leftOut }),
  extras: { sorts: ['name', 'productId', 'ean1', 'refPrice'] },
});
