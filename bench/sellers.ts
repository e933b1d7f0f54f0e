import { randomUUID } from 'node:crypto';
import { checkCart, executeCart, putCartLines, putCartProduct } from '#contract/calls/carts.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { searchProducts } from '#contract/calls/products.ts';
import { checkPurchase, executePurchase } from '#contract/calls/purchases.ts';
import type { Call } from '#contract/call.ts';
import precomputedHashes from '#demo/data/precomputed-hashes.json' with { type: 'json' };
import { COMMON_PIN } from '#demo/describe-demo-data.ts';
import type { Services } from '#server/services.ts';
import { createSession } from '#server/sign-on/sessions.ts';
import { hashSecret, newSecret } from '#server/sign-on/tokens.ts';
import { TOKEN_PATH } from '#server/http/openapi.ts';
import { percentile, verdict } from './figures.ts';

const TILLS = 16;
const PEOPLE = 16;
/** In ms, of a call at the 95th percentile: without a PIN, and with one, whose hash is slow on purpose. */
const [LIMIT_MS, PIN_LIMIT_MS] = [200, 1000];

export interface Patient {
  readonly fiscalCode: string;
  readonly patientId: number;
  readonly voucherId: number;
}

export interface Seller {
  readonly token: string;
  readonly storeId: number;
  readonly isTill: boolean;
}

export interface Product {
  readonly code: string;
  readonly productId: number;
}

/** Patients with the common PIN and a voucher of a coeliac dossier that has enough for a sale. */
export async function findPatients({ db, now }: Services): Promise<readonly Patient[]> {
  return db
    .selectFrom('patient')
    .innerJoin('dossier', 'dossier.patient_id', 'patient.patient_id')
    .innerJoin('voucher', 'voucher.dossier_id', 'dossier.dossier_id')
    .select(['fiscal_code as fiscalCode', 'patient.patient_id as patientId', 'voucher_id as voucherId'])
    .where('pin_hash', '=', precomputedHashes[COMMON_PIN])
    .where('patient.status', '=', 'ENABLED')
    .where('dossier.status', '=', 'APPROVED')
    .where('dossier.type', '=', 'CELIAC')
    .where('voucher.status', '=', 'ENABLED')
    .where('residual', '>', '20')
    .where('enabled_at', '<=', now())
    .where('disabled_at', '>', now())
    .distinctOn('patient.patient_id')
    .execute();
}

export async function findProducts({ db }: Services): Promise<readonly Product[]> {
  return db
    .selectFrom('product')
    .select(['ean1 as code', 'product_id as productId'])
    .where('category_type', '=', 'CELIAC')
    .where('product.disabled_at', 'is', null)
    .where('ref_price', '>', '1')
    .where('ref_price', '<', '3')
    .orderBy('product_id')
    .limit(3)
    .execute();
}

/** A till of each store in turn, with a token by its secret, and a person of the same businesses. */
export async function findSellers(services: Services, url: string): Promise<readonly Seller[]> {
  const stores = await services.db
    .selectFrom('store')
    .innerJoin('user_business', 'user_business.business_id', 'store.business_id')
    .innerJoin('business', 'business.business_id', 'store.business_id')
    .select(['store_id', 'user_id', 'store.business_id'])
    .where('store.disabled_at', 'is', null)
    .where('business.disabled_at', 'is', null)
    .where('user_id', 'not in', (eb) => eb.selectFrom('till').select('till.user_id'))
    .orderBy('store_id')
    .execute();
  const sellers: Seller[] = [];
  for (let index = 0; index < TILLS; index += 1) {
    const store = stores[index % stores.length];
    if (store === undefined) throw new Error('The demonstration data has no store');
    const secret = newSecret();
    const till = await services.db
      .insertInto('till')
      .values({ name: `Bench ${index}`, store_id: store.store_id, secret_hash: hashSecret(secret) } as never)
      .returning('user_id')
      .executeTakeFirstOrThrow();
    const { username } = await services.db
      .selectFrom('app_user')
      .where('user_id', '=', till.user_id)
      .select('username')
      .executeTakeFirstOrThrow();
    const headers = { authorization: `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}` };
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const answer = await fetch(url + TOKEN_PATH, { method: 'POST', headers, body });
    const { access_token: token = '' } = (await answer.json()) as { readonly access_token?: string };
    sellers.push({ token, storeId: store.store_id, isTill: true });
  }
  // A session begins at the user's first business.
  const people = stores.filter(
    ({ user_id: id, business_id: own }) =>
      own === Math.min(...stores.filter(({ user_id }) => user_id === id).map(({ business_id }) => business_id)),
  );
  for (let index = 0; index < PEOPLE; index += 1) {
    const person = people[index % people.length];
    if (person === undefined) throw new Error('The demonstration data has no shop');
    const tokens = await createSession(services, person.user_id);
    sellers.push({ token: tokens.accessToken, storeId: person.store_id, isTill: false });
  }
  return sellers;
}

type Answered = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Sells as the seller does, and notes the time of each call in ms. */
export class Measured {
  readonly calls: number[] = [];
  readonly pins: number[] = [];
  readonly sales: number[] = [];

  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async ask({ token }: Seller, { method, path }: Call, address: string, body?: object): Promise<Answered> {
    const start = performance.now();
    const response = await fetch(this.#url + (address || path), {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
      },
    });
    const answer = (await response.json()) as { readonly data?: Answered; readonly error?: { description: string } };
    (body !== undefined && 'otp' in body ? this.pins : this.calls).push(performance.now() - start);
    if (answer.data === undefined) throw new Error(`${path}: ${response.status} ${String(answer.error?.description)}`);
    return answer.data;
  }

  async sell(seller: Seller, { fiscalCode, patientId, voucherId }: Patient, products: readonly Product[]) {
    const start = performance.now();
    const idOf = (answer: Answered, of: string, name: string) => answer[of]?.[name] ?? 0;
    await this.ask(seller, searchPatients, `${searchPatients.path}?fiscalCode=${fiscalCode}&duplicateByDossier=true`);
    const opening = await this.ask(seller, checkCart, '', { patientId, voucherId, storeId: seller.storeId });
    const txCommandId = idOf(opening, 'txCommand', 'txCommandId');
    const opened = await this.ask(seller, executeCart, '', { txCommandId, otp: COMMON_PIN });
    const at = ({ path }: Call) => path.replace('{cartId}', String(idOf(opened, 'cart', 'cartId')));
    const line = { quantity: 1, pricePerUnit: 2 };
    let checked: Answered;
    if (seller.isTill) {
      const lines = products.map(({ code }) => ({ code, ...line }));
      checked = await this.ask(seller, putCartLines, at(putCartLines), { lines });
    } else {
      for (const { code, productId } of products) {
        await this.ask(seller, searchProducts, `${searchProducts.path}?ean=${code}`);
        await this.ask(seller, putCartProduct, at(putCartProduct), { productId, ...line });
      }
      checked = await this.ask(seller, checkPurchase, at(checkPurchase));
    }
    const buying = { txCommandId: idOf(checked, 'txCommand', 'txCommandId'), otp: COMMON_PIN };
    await this.ask(seller, executePurchase, at(executePurchase), buying);
    this.sales.push(performance.now() - start);
  }

  tell(name: string): void {
    const part = (ms: readonly number[], limit: number) => {
      const p95 = percentile(ms, 0.95);
      return `p50 ${percentile(ms, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms ${verdict(p95, limit)}`;
    };
    const calls = (this.calls.length + this.pins.length) / this.sales.length;
    process.stdout.write(
      `${name.padEnd(7)} ${this.sales.length} sales of ${calls} calls: a call ${part(this.calls, LIMIT_MS)}; ` +
        `with a PIN ${part(this.pins, PIN_LIMIT_MS)}; a sale ${part(this.sales, Infinity)}\n`,
    );
  }
}
