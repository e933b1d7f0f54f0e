import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CartSummary, deleteCartProduct, readCart, readCartSummary } from '#contract/calls/carts.ts';
import { PATIENTS, PRODUCTS, STORES, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { SALES, openCart, put, readLedger, sell } from './support/sale.ts';

const UNKNOWN = 999_999;
const TOO_LARGE = 999_999_999_999;

function amounts(cart: Pick<CartSummary, 'residualAmount' | 'voucherInitialAmount'>) {
  return [cart.residualAmount.toFixed(), cart.voucherInitialAmount.toFixed()];
}

describeOnEachDatabase('cart lines', (database) => {
  let server: TestServer;
  let token: string;
  let corso: string;
  beforeAll(async () => {
    server = await startTestServer({ database });
    token = await signInAs(server, USERS.aurora);
    corso = await signInAs(server, USERS.corso);
  });
  afterAll(() => server.close());

  let cartId: number;
  beforeEach(async () => {
    cartId = Number(await openCart(server, token, SALES.withoutPin));
  });

  async function read() {
    return (await server.callOk(readCart, { params: { cartId } }, { token })).cart;
  }

  function lines(cart: Awaited<ReturnType<typeof read>>) {
    return cart.items.map((item) => [item.product.productId, item.quantity, item.totalPrice.toFixed()]);
  }

  test('rules §5 cart: 100 lines at most; a line that is there may still change', async () => {
    const { product_id: last } = await server.db
      .selectFrom('product')
      .select((eb) => eb.fn.max('product_id').as('product_id'))
      .executeTakeFirstOrThrow();
    await sql`insert into product (name, ean1, ref_price, manufacturer_id, category_type)
      select product.name || n, 'EAN ' || n, 0.5, manufacturer_id, category_type
      from product, generate_series(1, 99) as n where product_id = ${PRODUCTS.bread.id}`.execute(server.db);
    await sql`insert into cart_item (cart_id, product_id, quantity, unit_price, total, position)
      select ${cartId}, product_id, 1, 0.5, 0.5, product_id from product where product_id > ${last}`.execute(server.db);
    await put(server, token, cartId, PRODUCTS.bread, 1);
    const refused = await put(server, token, cartId, PRODUCTS.penne, 1);
    expect(refused).toMatchObject({ status: 409, error: { code: 5014, description: 'CART_FULL' } });
    expect((await put(server, token, cartId, PRODUCTS.bread, 2)).status).toBe(200);
    expect((await read()).items).toHaveLength(100);
  });

  test('§7 put and delete: lines in the order of their first adding, quantity replaced, residual kept right', async () => {
    await put(server, token, cartId, PRODUCTS.bread, 2);
    await put(server, token, cartId, PRODUCTS.penne, 1);
    const replaced = await put(server, token, cartId, PRODUCTS.bread, 3, 4);
    expect(lines(replaced.data?.cart ?? (await read()))).toEqual([
      [PRODUCTS.bread.id, 3, '12'],
      [PRODUCTS.penne.id, 1, '2.99'],
    ]);
    expect(amounts(await read())).toEqual(['75.01', '90']);
    const params = { cartId, productId: PRODUCTS.bread.id };
    const { cart } = await server.callOk(deleteCartProduct, { params }, { token });
    expect(lines(cart)).toEqual([[PRODUCTS.penne.id, 1, '2.99']]);
    expect(amounts(cart)).toEqual(['87.01', '90']);
    expect(await server.call(deleteCartProduct, { params }, { token })).toMatchObject({
      status: 404,
      error: { description: 'PRODUCT_NOT_FOUND' },
    });
  });

  test('rules §5 line total: quantity by a price of six decimals, half up to cents, at least one cent', async () => {
    await put(server, token, cartId, PRODUCTS.fine, 3, 1.331667);
    await put(server, token, cartId, PRODUCTS.penne, 3, 1.335);
    await put(server, token, cartId, PRODUCTS.cheap, 1, 0.000001);
    const { items } = await read();
    expect(items.map((item) => [item.pricePerUnit.toFixed(), item.totalPrice.toFixed()])).toEqual([
      ['1.331667', '4'],
      ['1.335', '4.01'],
      ['0.000001', '0.01'],
    ]);
  });

  test('rules §1 summary: items, what they spend, what is left; no purchase until it is bought', async () => {
    await put(server, token, cartId, PRODUCTS.bread, 2);
    await put(server, token, cartId, PRODUCTS.penne, 1);
    const { cart } = await server.callOk(readCartSummary, { params: { cartId } }, { token });
    expect([cart.itemsAmount.toFixed(), ...amounts(cart)]).toEqual(['9.99', '80.01', '90']);
    expect(cart.items).toHaveLength(2);
    expect(cart.purchaseId).toBeUndefined();
  });

  test.each<[string, unknown, string]>([
    ['quantity of 0', { quantity: 0 }, 'quantity'],
    ['quantity of 1.5', { quantity: 1.5 }, 'quantity'],
    ['quantity of 1000', { quantity: 1000 }, 'quantity'],
    ['quantity of a million', { quantity: 1_000_000 }, 'quantity'],
    ['quantity as text', { quantity: '2' }, 'quantity'],
    ['price of 0', { pricePerUnit: 0 }, 'pricePerUnit'],
    ['price below 0', { pricePerUnit: -1 }, 'pricePerUnit'],
    ['price with 7 decimals', { pricePerUnit: 1.2345678 }, 'pricePerUnit'],
    ['price above 5 times the reference', { pricePerUnit: 17.500001 }, 'pricePerUnit'],
    ['price beyond all numbers', { pricePerUnit: 1e308 }, 'pricePerUnit'],
    ['unknown field', { discount: 1 }, 'discount'],
  ])('§5 add product: a %s is refused, nothing written', async (_what, change, field) => {
    const before = await readLedger(server);
    const body = { productId: PRODUCTS.bread.id, quantity: 1, pricePerUnit: 3.5, ...(change as object) };
    const answer = await fetch(`${server.url}/api/v1/carts/${cartId}/products`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 4000, description: 'INVALID_REQUEST', field } });
    expect(await readLedger(server)).toEqual(before);
  });

  test('rules §5 price: 5 times the reference is still taken; above twice it the audit is flagged', async () => {
    const isFlagged = async () => {
      const { details } = await server.db
        .selectFrom('audit')
        .select('details')
        .where('cart_id', '=', cartId)
        .orderBy('audit_id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      return details.isUnusualPrice;
    };
    expect((await put(server, token, cartId, PRODUCTS.bread, 1, 17.5)).status).toBe(200);
    expect(await isFlagged()).toBe(true);
    expect((await put(server, token, cartId, PRODUCTS.bread, 1, 7)).status).toBe(200);
    expect(await isFlagged()).toBe(false);
  });

  test('§5 budget check: above what is left plus the line’s own total is 412 with 5004, nothing written', async () => {
    const tooMuch = { status: 412, error: { code: 5004, description: 'VOUCHER_AMOUNT_NOT_SUFFICIENT' } };
    await put(server, token, cartId, PRODUCTS.bread, 20);
    const before = await readLedger(server);
    expect(await put(server, token, cartId, PRODUCTS.penne, 7)).toMatchObject(tooMuch);
    expect(await put(server, token, cartId, PRODUCTS.bread, 26)).toMatchObject(tooMuch);
    expect(await readLedger(server)).toEqual(before);
    expect((await put(server, token, cartId, PRODUCTS.bread, 20, 4.5)).status).toBe(200);
    expect(amounts(await read())).toEqual(['0', '90']);
  });

  test('rules §5 products: unknown is 404, of another kind of dossier 409', async () => {
    const unknown = { ...PRODUCTS.bread, id: UNKNOWN };
    expect(await put(server, token, cartId, unknown, 1)).toMatchObject({
      status: 404,
      error: { description: 'PRODUCT_NOT_FOUND' },
    });
    expect(await put(server, token, cartId, PRODUCTS.proteinFree, 1)).toMatchObject({
      status: 409,
      error: { code: 5010, description: 'PRODUCT_NOT_ALLOWED' },
    });
    const other = await openCart(server, token, SALES.proteinFree);
    expect((await put(server, token, other, PRODUCTS.proteinFree, 1)).status).toBe(200);
    expect((await put(server, token, other, PRODUCTS.bread, 1)).status).toBe(409);
  });

  test('rules §2 cart: unknown or another business’s is 404 for every call', async () => {
    const notFound = { status: 404, error: { code: 4040, description: 'CART_NOT_FOUND' } };
    for (const [id, bearer] of [
      [UNKNOWN, token],
      [TOO_LARGE, token],
      [cartId, corso],
    ] as const) {
      const signature = { token: bearer };
      const params = { cartId: id };
      expect(await server.call(readCart, { params }, signature)).toMatchObject(notFound);
      expect(await server.call(readCartSummary, { params }, signature)).toMatchObject(notFound);
      expect(await put(server, bearer, id, PRODUCTS.bread, 1)).toMatchObject(notFound);
      const line = { params: { ...params, productId: PRODUCTS.bread.id } };
      expect(await server.call(deleteCartProduct, line, signature)).toMatchObject(notFound);
    }
  });

  test('rules §5 residual: nothing is reserved, so another cart’s purchase may leave it negative', async () => {
    const sale = { patientId: 3, voucherId: 300, storeId: STORES.auroraCentro };
    const mine = await openCart(server, token, sale);
    await put(server, token, mine, PRODUCTS.bread, 20);
    await sell(server, corso, { ...sale, storeId: STORES.corso }, PRODUCTS.bread, 20);
    const { cart } = await server.callOk(readCart, { params: { cartId: Number(mine) } }, { token });
    expect(amounts(cart)).toEqual(['-30', '110']);
  });

  test('rules §4 access log: reading a cart is written down, and its summary too', async () => {
    await server.db.deleteFrom('consultation').execute();
    await read();
    await server.callOk(readCartSummary, { params: { cartId } }, { token });
    const rows = await server.db.selectFrom('consultation').selectAll().orderBy('consultation_id').execute();
    const seen = { user_id: 1, business_id: 1, patient_id: PATIENTS.withoutPin.id };
    expect(rows).toMatchObject([
      { ...seen, call: 'carts.read' },
      { ...seen, call: 'carts.readSummary' },
    ]);
  });
});
