import { type APIRequestContext, type Page, expect } from '@playwright/test';
import * as z from 'zod';
import type { Article, Shopper } from './demonstration.ts';

/** Makes a call of §7 and returns its `data`. */
export type Ask = <S extends z.ZodType>(
  reads: S,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
) => Promise<z.output<S>>;

/** Something to sell. */
export interface Sale {
  readonly shopper: Shopper;
  readonly article: Article;
  readonly quantity: number;
}

const id = z.number();
const someStores = z.object({ stores: z.array(z.object({ storeId: id })).min(1) });
const onePatient = z.object({
  patients: z.tuple([z.object({ patientId: id, activeVouchers: z.array(z.object({ voucherId: id })).min(1) })]),
});
const oneProduct = z.object({ products: z.tuple([z.object({ productId: id })]) });
const command = z.object({ txCommand: z.object({ txCommandId: id }) });
const cart = z.object({ cart: z.object({ cartId: id }) });
const purchase = z.object({ purchase: z.object({ purchaseId: id }) });

/** Calls the API as the user who is signed in on the page. */
export async function apiOf(page: Page, api: APIRequestContext): Promise<Ask> {
  const stored = await page.evaluate(() => sessionStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${z.string().parse(JSON.parse(stored ?? 'null'))}` };
  return async (reads, method, path, body) => {
    const response = await api.fetch(`/api/v1/${path}`, { method, data: body, headers });
    expect(response.status(), `${method} ${path}`).toBe(200);
    const { data } = z.object({ data: z.unknown() }).parse(await response.json());
    return reads.parse(data);
  };
}

/** Sells to a patient by the API. Returns the id of the purchase. */
export async function sell(ask: Ask, { shopper, article, quantity }: Sale): Promise<number> {
  const search = `fiscalCode=${shopper.fiscalCode}&status=ENABLED&sort=lastName,firstName,asc&duplicateByDossier=true`;
  const { stores } = await ask(someStores, 'GET', 'businesses/me/stores?sort=storeId');
  const { patients } = await ask(onePatient, 'GET', `patients/search?${search}`);
  const { products } = await ask(oneProduct, 'GET', `products/search?ean=${article.ean}&page=0&size=5&sort=name,asc`);
  const [{ patientId, activeVouchers }] = patients;
  const voucherId = activeVouchers[0]?.voucherId;

  const opening = await ask(command, 'POST', 'carts/check', { patientId, voucherId, storeId: stores[0]?.storeId });
  const otp = shopper.pin === null ? {} : { otp: shopper.pin };
  const opened = await ask(cart, 'POST', 'carts/execute', { ...opening.txCommand, ...otp });
  const { cartId } = opened.cart;
  const line = { productId: products[0].productId, pricePerUnit: article.price.toNumber(), quantity };
  await ask(cart, 'PUT', `carts/${cartId}/products`, line);
  const buying = await ask(command, 'POST', `purchases/carts/${cartId}/check`);
  const bought = await ask(purchase, 'POST', `purchases/carts/${cartId}/execute`, { ...buying.txCommand, ...otp });
  return bought.purchase.purchaseId;
}
