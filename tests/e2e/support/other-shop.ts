import { type APIRequestContext, type Browser, expect } from '@playwright/test';
import * as z from 'zod';
import { signIn } from '#tests/browser/sign-in.ts';
import type { Article, Shopper } from './demonstration.ts';

interface Sale {
  /** Who sells in the other shop. */
  readonly username: string;
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

async function accessTokenOf(browser: Browser, username: string): Promise<string> {
  const context = await browser.newContext({ baseURL: process.env.REFERENCE_SERVER_URL ?? '' });
  const page = await context.newPage();
  await page.goto('/');
  await signIn(page, username);
  await expect(page.getByRole('button', { name: 'Esci' })).toBeVisible();
  const stored = await page.evaluate(() => sessionStorage.getItem('accessToken'));
  await context.close();
  return z.string().parse(JSON.parse(stored ?? 'null'));
}

function caller(api: APIRequestContext, token: string) {
  return async <S extends z.ZodType>(reads: S, method: string, path: string, data?: unknown): Promise<z.output<S>> => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await api.fetch(`/api/v1/${path}`, { method, data, headers });
    expect(response.status(), `${method} ${path}`).toBe(200);
    const { data: answered } = z.object({ data: z.unknown() }).parse(await response.json());
    return reads.parse(answered);
  };
}

/** Sells to a patient in another shop, by the API alone, while the screen of the first shop stands where it stands. */
export async function sellElsewhere(browser: Browser, api: APIRequestContext, sale: Sale): Promise<void> {
  const { shopper, article, quantity } = sale;
  const ask = caller(api, await accessTokenOf(browser, sale.username));
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
  await ask(purchase, 'POST', `purchases/carts/${cartId}/execute`, { ...buying.txCommand, ...otp });
}
