import * as z from 'zod/mini';
import { adminProduct } from '../../entities/admin/product.ts';
import { CATEGORY_TYPES } from '../../entities/category.ts';
import { requestId, shortText, unitPrice, yesNo } from '../../request.ts';
import { createCall, lookupCalls, updateCall } from './define.ts';
import { disabled, ean, longText, pharmacyCode, rowIds, version } from './fields.ts';

const resource = { name: 'products', access: ['REGION'], row: adminProduct } as const;
const fields = {
  name: longText,
  ean1: ean,
  pharmacyCode: z.optional(pharmacyCode),
  refPrice: unitPrice,
  manufacturerId: requestId,
  categoryType: z.enum(CATEGORY_TYPES),
  categoryIds: rowIds,
  disabled,
};

export const {
  search: searchAdminProducts,
  exportRows: exportAdminProducts,
  read: readAdminProduct,
} = lookupCalls(resource, {
  filters: {
    name: z.optional(shortText),
    ean1: z.optional(shortText),
    manufacturerId: z.optional(requestId),
    categoryType: z.optional(z.enum(CATEGORY_TYPES)),
    disabled: z.optional(yesNo),
  },
  sorts: ['name', 'ean1', 'refPrice'],
});
export const createAdminProduct = createCall(resource, z.strictObject(fields));
export const updateAdminProduct = updateCall(resource, z.strictObject({ ...fields, version }));
