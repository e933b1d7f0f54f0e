import {
  itemOf,
  type ListDeclaration,
  listOf,
  PAGE_SIZES,
  type ResourceDeclaration,
} from '#src/providers/data/declaration.ts';
import { paths } from '#src/providers/paths.ts';

/** A resource of which only the list is read. */
function listed(name: string, list: () => Promise<ListDeclaration>): ResourceDeclaration {
  return { name, calls: async () => ({ list: await list() }) };
}

/** The whole list, for a choice. */
const WHOLE_BY_NAME = { paging: 'client', sort: 'name,asc', query: { size: 9999 } } as const;

/** The businesses with bills and orders, including closed ones (rules §9). */
const allBusinesses = listed('all-businesses', async () => {
  const { listAllBusinesses } = await import('#contract/calls/businesses.ts');
  return listOf(listAllBusinesses, 'businesses', { rowId: ({ businessId }) => businessId, paging: 'client' });
});

/** Orders for the central purchasing body, created from purchases. Searched by period, newest first (§2, §7, §9). */
const amcOrders: ResourceDeclaration = {
  name: 'amc-orders',
  screens: { list: paths.amcOrderSummary, create: paths.amcOrders },
  menu: { label: 'common:page.amcOrderSummary', createLabel: 'common:page.amcOrders', parent: 'amc' },
  async calls() {
    const { createAmcOrders, searchAmcOrders } = await import('#contract/calls/amc-orders.ts');
    return {
      list: listOf(searchAmcOrders, 'orders', {
        rowId: ({ amcOrderId }) => amcOrderId,
        paging: 'server',
        sort: 'createTime,desc',
        size: 20,
        tellsFailures: true,
      }),
      screenCalls: { create: createAmcOrders },
    };
  },
};

/** The local health authorities (§7). */
const asl = listed('asl', async () => {
  const { listAsl } = await import('#contract/calls/asl.ts');
  return listOf(listAsl, 'asls', { rowId: ({ aslId }) => aslId, paging: 'client' });
});

/** The documents of what a health authority owes a business for a period (§2, §7). */
const billingSummary: ResourceDeclaration = {
  name: 'billing-summary',
  screens: { list: paths.billingSummary },
  menu: { label: 'common:page.billingSummary', onlyFor: 'BUSINESS', parent: 'accounts' },
  async calls() {
    const { downloadBillSummary } = await import('#contract/calls/billing-summary.ts');
    return { screenCalls: { list: downloadBillSummary } };
  },
};

/** The businesses of the store locator (§7). */
const businesses: ResourceDeclaration = {
  screens: { list: paths.storeLocator },
  ...listed('businesses', async () => {
    const { listBusinesses } = await import('#contract/calls/businesses.ts');
    return listOf(listBusinesses, 'businesses', { rowId: ({ businessId }) => businessId, paging: 'client' });
  }),
};

/** A check and an execute open a cart. It is then filled line by line (§7). */
const carts: ResourceDeclaration = {
  name: 'carts',
  async calls() {
    const { readCart } = await import('#contract/calls/carts.ts');
    return { one: itemOf(readCart, 'cart', (cartId) => ({ params: { cartId } })) };
  },
};

/** The sales and cancellations of a store on a day, if the server offers them (rules §1). */
const endOfDay: ResourceDeclaration = {
  name: 'end-of-day',
  screens: { list: paths.endOfDay },
  menu: { label: 'common:page.endOfDay', parent: 'accounts' },
  async calls() {
    const { readEndOfDay } = await import('#contract/calls/end-of-day.ts');
    return { screenCalls: { list: readEndOfDay } };
  },
};

/** The manufacturers of the product search; always the whole list (§2, §7, §9). */
const manufacturers = listed('manufacturers', async () => {
  const { listManufacturers } = await import('#contract/calls/products.ts');
  return listOf(listManufacturers, 'manufacturers', {
    ...WHOLE_BY_NAME,
    rowId: ({ manufacturerId }) => manufacturerId,
  });
});

/** The purchases of a period that can be ordered: not in an AMC order and not cancelled (§2, §7, §9). */
const orderablePurchases = listed('orderable-purchases', async () => {
  const { searchPurchases } = await import('#contract/calls/purchases.ts');
  return listOf(searchPurchases, 'purchases', {
    rowId: ({ purchaseId }) => purchaseId,
    paging: 'server',
    sort: 'createTime,desc',
    size: 20,
    sizes: [20],
    query: { excludeAmc: true, purchaseStatusList: 'ACTIVE' },
    needs: ['dateStart', 'dateEnd'],
    tellsFailures: true,
  });
});

/** Patients, which are searched by fiscal code only; one row per dossier (§2, §7, rules §4). */
export const patients: ResourceDeclaration = {
  screens: { list: paths.patientSearch },
  menu: { label: 'common:page.patients' },
  ...listed('patients', async () => {
    const { searchPatients } = await import('#contract/calls/patients.ts');
    return listOf(searchPatients, 'patients', {
      rowId: ({ patientId, activeDossiers }) => [patientId, ...activeDossiers.map((d) => d.dossierId)].join('/'),
      paging: 'client',
      sort: 'lastName,firstName,asc',
      size: 5,
      query: { status: 'ENABLED', duplicateByDossier: true },
      needs: ['fiscalCode'],
    });
  }),
};

/** The categories of the product search; always the whole list (§2, §7, §9). */
const productCategories = listed('product-categories', async () => {
  const { listCategories } = await import('#contract/calls/products.ts');
  return listOf(listCategories, 'categories', { ...WHOLE_BY_NAME, rowId: ({ categoryId }) => categoryId });
});

/** Products for vouchers (§2, §7, §9). */
export const products = listed('products', async () => {
  const { searchProducts } = await import('#contract/calls/products.ts');
  return listOf(searchProducts, 'products', {
    rowId: ({ productId }) => productId,
    paging: 'server',
    sort: 'name,asc',
    sizes: PAGE_SIZES,
  });
});

/** A check and an execute of a cart create a purchase; another pair cancels it. Newest first (§7, §9). */
export const purchases: ResourceDeclaration = {
  screens: { list: paths.purchaseHistory },
  menu: { label: 'common:navigation.purchases', parent: 'patients' },
  ...listed('purchases', async () => {
    const { searchPurchases } = await import('#contract/calls/purchases.ts');
    return listOf(searchPurchases, 'purchases', {
      rowId: ({ purchaseId }) => purchaseId,
      paging: 'server',
      sort: 'createTime,desc',
      sizes: PAGE_SIZES,
    });
  }),
};

/** The points of sale of the active business (§7). */
const stores = listed('stores', async () => {
  const { listMyStores } = await import('#contract/calls/stores.ts');
  return listOf(listMyStores, 'stores', { rowId: ({ storeId }) => storeId, paging: 'client', sort: 'storeId' });
});

/** All resources of the portal, in the order of the menu. */
export const resources: readonly ResourceDeclaration[] = [
  patients,
  products,
  productCategories,
  manufacturers,
  carts,
  billingSummary,
  purchases,
  endOfDay,
  orderablePurchases,
  amcOrders,
  stores,
  asl,
  allBusinesses,
  businesses,
];
