import { checkCart, executeCart, putCartProduct } from '#contract/calls/carts.ts';
import { checkPurchase } from '#contract/calls/purchases.ts';
import { createServices } from '#server/services.ts';
import type { OpenDatabase } from '#server/database/open-database.ts';
import { readSettings } from '#server/settings/settings.ts';
import { createSession } from '#server/sign-on/sessions.ts';
import { callServer } from './call-server.ts';
import { withLongTokens } from './harness.ts';
import { PIN, STORES, TEST_PEPPER } from './fixture.ts';
import type { FixtureProduct } from './fixture-parts.ts';
import { freePort } from '#tests/support/free-port.ts';
import type { TestDatabase } from './test-database.ts';

const AURORA = 1;

/** The settings of a server process on a test's database, and its address. */
export async function settingsFor(
  { location }: TestDatabase,
  more: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly settings: Readonly<Record<string, string>> }> {
  const port = String(await freePort());
  const place: Record<string, string> =
    location.kind === 'postgres'
      ? { DATABASE_URL: location.url, DATABASE_POOL_SIZE: '40' }
      : { DATABASE_URL: '', DATA_DIR: location.folder.replace(/\/database$/, '') };
  const settings = {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: port,
    PIN_PEPPER: TEST_PEPPER,
    ...place,
    ...more,
  };
  return { url: `http://127.0.0.1:${port}`, settings };
}

/** Signs in the user of `aurora` at the server with these settings, which need not run yet. */
export async function signInAurora(open: OpenDatabase, settings: Readonly<Record<string, string>>): Promise<string> {
  const services = createServices(withLongTokens(readSettings(settings)), open);
  return (await createSession(services, AURORA)).accessToken;
}

/** Makes all calls of a sale to a patient of `fillFaultFixture` except the last. Returns the last call's input. */
export async function prepareSale(url: string, token: string, patientId: number, product: FixtureProduct) {
  const cartBody = { patientId, voucherId: patientId, storeId: STORES.auroraCentro };
  const opening = (await callServer(url, checkCart, { body: cartBody }, { token })).data?.txCommand.txCommandId;
  const cart = (await callServer(url, executeCart, { body: { txCommandId: Number(opening), otp: PIN } }, { token }))
    .data;
  const params = { cartId: Number(cart?.cart.cartId) };
  const body = { productId: product.id, quantity: 1, pricePerUnit: Number(product.refPrice) };
  await callServer(url, putCartProduct, { params, body }, { token });
  const { data } = await callServer(url, checkPurchase, { params }, { token });
  return { params, body: { txCommandId: Number(data?.txCommand.txCommandId), otp: PIN } };
}
