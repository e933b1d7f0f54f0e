import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readAdminBusiness, updateAdminBusiness } from '#contract/calls/admin/businesses.ts';
import { updateAdminCategory } from '#contract/calls/admin/categories.ts';
import { updateAdminManufacturer } from '#contract/calls/admin/manufacturers.ts';
import { readAdminProduct, updateAdminProduct } from '#contract/calls/admin/products.ts';
import { readAdminStore, updateAdminStore } from '#contract/calls/admin/stores.ts';
import { listBusinesses } from '#contract/calls/businesses.ts';
import { checkCart, putCartProduct, recreateCart } from '#contract/calls/carts.ts';
import { listCategories, listManufacturers, searchProducts } from '#contract/calls/products.ts';
import { checkPurchase, downloadReceipt, searchPurchases } from '#contract/calls/purchases.ts';
import { listMyStores } from '#contract/calls/stores.ts';
import { restoreFixture } from '../fill-fixture.ts';
import { BUSINESSES, CATEGORIES, MANUFACTURERS, PRODUCTS, PURCHASES, STORES, USERS } from '../fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from '../harness.ts';
import { openCart, put } from '../sale.ts';
import { NEW_BUSINESS } from './rows.ts';

const SALE = { patientId: 3, voucherId: 300, storeId: STORES.auroraCentro };

describeOnEachDatabase('what is disabled', (database) => {
  let server: TestServer;
  let region: string;
  let shop: string;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  beforeEach(async () => {
    await restoreFixture(server.db);
    region = await signInAs(server, USERS.region);
    shop = await signInAs(server, USERS.aurora);
  });
  afterAll(() => server.close());

  async function disableStore(id: number): Promise<void> {
    const { row } = await server.callOk(readAdminStore, { params: { id } }, { token: region });
    const { code, districtCode, name, address, streetNumber, city, latitude, longitude, version } = row;
    const place = { code, districtCode, name, address, streetNumber, city, latitude, longitude };
    const body = { ...place, businessId: Number(row.businessId), disabled: true, version };
    await server.callOk(updateAdminStore, { params: { id }, body }, { token: region });
  }

  async function disableBusiness(id: number): Promise<void> {
    const { row } = await server.callOk(readAdminBusiness, { params: { id } }, { token: region });
    const { version } = row;
    const body = { ...NEW_BUSINESS, companyName: row.companyName, disabled: true, version };
    await server.callOk(updateAdminBusiness, { params: { id }, body }, { token: region });
  }

  async function disableProduct(id: number): Promise<void> {
    const { row } = await server.callOk(readAdminProduct, { params: { id } }, { token: region });
    const { name, ean1, version } = row;
    const body = {
      ...{ name, ean1, version, refPrice: Number(row.refPrice), disabled: true },
      ...{ manufacturerId: Number(row.manufacturerId), categoryType: 'CELIAC' as const },
      categoryIds: row.categoryIds.map(Number),
    };
    await server.callOk(updateAdminProduct, { params: { id }, body }, { token: region });
  }

  async function found(): Promise<string[]> {
    const { products } = await server.callOk(searchProducts, { query: { size: 50 } }, { token: shop });
    return products.map(({ name }) => name);
  }

  async function placesOf(businessId: number) {
    const { businesses } = await server.callOk(listBusinesses, {});
    const business = businesses.find((one) => one.businessId === businessId);
    return business?.stores?.map(({ storeId }) => storeId);
  }

  test('rules §9 disabled: a store is not offered, opens no cart and sells none; what was sold there still prints', async () => {
    const cartId = await openCart(server, shop, SALE);
    await put(server, shop, cartId, PRODUCTS.bread, 1);
    await disableStore(STORES.auroraCentro);
    const { stores } = await server.callOk(listMyStores, { query: {} }, { token: shop });
    expect(stores.map(({ storeId }) => storeId)).toEqual([STORES.auroraMare]);
    expect(await placesOf(BUSINESSES.aurora)).toEqual([STORES.auroraMare]);
    const check = await server.call(checkCart, { body: SALE }, { token: shop });
    expect(check.error?.description).toBe('STORE_NOT_FOUND');
    const buying = await server.call(checkPurchase, { params: { cartId } }, { token: shop });
    expect(buying.error?.description).toBe('STORE_NOT_FOUND');
    const purchaseId = PURCHASES.active.id;
    await server.callOk(downloadReceipt, { params: { purchaseId } }, { token: shop });
    const { purchases } = await server.callOk(searchPurchases, { query: { purchaseId } }, { token: shop });
    expect(purchases[0]?.store?.name).toBe('Aurora Centro');
  });

  test('rules §9 disabled: a business is not in the store locator, and none of its stores sells', async () => {
    await disableBusiness(BUSINESSES.aurora);
    expect(await placesOf(BUSINESSES.aurora)).toBeUndefined();
    expect(await placesOf(BUSINESSES.corso)).toEqual([STORES.corso]);
    expect((await server.callOk(listMyStores, { query: {} }, { token: shop })).stores).toEqual([]);
    const check = await server.call(checkCart, { body: SALE }, { token: shop });
    expect(check.error?.description).toBe('STORE_NOT_FOUND');
    await server.callOk(downloadReceipt, { params: { purchaseId: PURCHASES.active.id } }, { token: shop });
  });

  test('rules §9 disabled: a product is not found and comes into no cart, by a recreation neither', async () => {
    const params = { cartId: await openCart(server, shop, SALE) };
    expect(await found()).toContain(PRODUCTS.bread.name);
    await disableProduct(PRODUCTS.bread.id);
    expect(await found()).not.toContain(PRODUCTS.bread.name);
    const body = { productId: PRODUCTS.bread.id, quantity: 1, pricePerUnit: 3.5 };
    const line = await server.call(putCartProduct, { params, body }, { token: shop });
    expect(line.error?.description).toBe('PRODUCT_NOT_ALLOWED');
    const { purchases } = await server.callOk(searchPurchases, { query: {} }, { token: shop });
    const old = purchases.find(({ purchaseId }) => purchaseId === PURCHASES.cancelled.id);
    expect(old?.items.map(({ product }) => product.name)).toEqual([PRODUCTS.bread.name]);
    const again = { body: { purchaseId: PURCHASES.cancelled.id } };
    expect((await server.callOk(recreateCart, again, { token: shop })).cart.items).toEqual([]);
  });

  test('rules §9 disabled: a manufacturer is not listed, and none of its products found', async () => {
    const body = { name: 'Mulino di Sardegna', disabled: true, version: 1 };
    await server.callOk(updateAdminManufacturer, { params: { id: MANUFACTURERS.mulino }, body }, { token: region });
    const { manufacturers } = await server.callOk(listManufacturers, { query: {} }, { token: shop });
    expect(manufacturers.map(({ name }) => name)).toEqual(['Dieta Lieve', 'Grano Libero']);
    expect(await found()).not.toContain(PRODUCTS.bread.name);
    expect(await found()).toContain(PRODUCTS.penne.name);
  });

  test('rules §9 disabled: a category is not listed, its products are found', async () => {
    const body = { name: 'Pasta', type: 'CELIAC' as const, disabled: true, version: 1 };
    await server.callOk(updateAdminCategory, { params: { id: CATEGORIES.pasta }, body }, { token: region });
    const { categories } = await server.callOk(listCategories, { query: { type: 'CELIAC' } }, { token: shop });
    expect(categories.map(({ name }) => name)).toEqual(['Biscotti e dolci', 'Pane e sostituti']);
    expect(await found()).toContain(PRODUCTS.penne.name);
  });
});
