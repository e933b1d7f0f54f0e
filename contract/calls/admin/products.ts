import * as z from 'zod/mini';
import { adminProduct } from '../../entities/admin/product.ts';
import { described, dossierType, manufacturerId, shortText, unitPrice } from '../../request.ts';
import { createCall, lookupCalls, updateCall } from './define.ts';
import { disabled, ean, isDisabled, longText, pharmacyCode, rowIds, version } from './fields.ts';

const resource = { name: 'products', access: ['REGION'], row: adminProduct } as const;
const fields = {
  name: described(longText, { description: 'Name of a product.', example: 'pane' }),
  ean1: ean,
  pharmacyCode: z.optional(pharmacyCode),
  refPrice: described(unitPrice, {
    description: 'Reference price of one unit in euro, above 0 and with at most 6 decimals.',
    example: 3.5,
  }),
  manufacturerId,
  categoryType: dossierType,
  categoryIds: described(rowIds, { description: 'Ids of product categories.', example: [1, 2] }),
  disabled,
};

export const {
  search: searchAdminProducts,
  exportRows: exportAdminProducts,
  read: readAdminProduct,
} = lookupCalls(resource, {
  filters: {
    name: z.optional(described(shortText, { description: 'How the name begins.', example: 'pane' })),
    ean1: z.optional(
      described(shortText, { description: 'Any code of a product, or how it begins.', example: '2000006000019' }),
    ),
    manufacturerId: z.optional(manufacturerId),
    categoryType: z.optional(dossierType),
    disabled: isDisabled,
  },
  sorts: ['name', 'ean1', 'refPrice'],
});
export const createAdminProduct = createCall(resource, z.strictObject(fields));
export const updateAdminProduct = updateCall(resource, z.strictObject({ ...fields, version }));
