import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Call } from '#contract/call.ts';
import { checkCart, executeCart, putCartProduct } from '#contract/calls/carts.ts';
import { checkPurchase, executePurchase } from '#contract/calls/purchases.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { readKinds } from '#server/database/dossier-kinds.ts';
import { continueToEnd } from '#server/imports/continue-import.ts';
import { readImport, startImport } from '#server/imports/imports.ts';
import { KINDS } from '#server/imports/kinds.ts';
import { readLines } from '#server/imports/read-lines.ts';
import { receiveFile } from '#server/imports/receive-file.ts';
import { renewVouchers } from '#server/patients/renew-vouchers.ts';
import type { Services } from '#server/services.ts';
import { createSession } from '#server/sign-on/sessions.ts';
import { startPostgres } from '#tests/api/support/postgres.ts';
import { PATIENT_COLUMNS, inventedFiscalCode, patientLine } from '#tests/support/import-files.ts';
import { percentile, verdict } from './figures.ts';
import { spawnServer } from './spawn-server.ts';
import { startServer } from './start-server.ts';

const PATIENTS = Number(process.env.BENCH_PATIENTS ?? '100000');
const SELLERS = 8;
/** In ms: the longest call of a sale. */
const LIMIT_MS = 1000;
const ALONE_MS = 10_000;
const never = new AbortController().signal;

/** Imports the patients with dossiers of an authority, as the command does. */
async function importPatients(services: Services, aslCode: string): Promise<string> {
  async function* rows() {
    await Promise.resolve();
    yield { line: 1, cells: [...PATIENT_COLUMNS], formulas: [] };
    for (let index = 0; index < PATIENTS; index += 1)
      yield { line: index + 2, cells: patientLine(index, [aslCode]).split(';'), formulas: [] };
  }
  const reading = { today: romeDay(services.now()), kinds: await readKinds(services.db) };
  const parts = readLines(Readable.from(rows()), { kind: KINDS.patients, meant: [], reading });
  const upload = { kind: 'patients', fileName: 'patients.csv', userId: null } as const;
  const { importId } = await receiveFile(services, upload, { parts, facts: {} });
  await continueToEnd(services, importId, never);
  await startImport(services, { userId: null }, importId, true);
  await continueToEnd(services, importId, never);
  const { created, changed, unchanged, refused } = await readImport(services, importId);
  return `created ${created}, changed ${changed}, unchanged ${unchanged}, refused ${refused}`;
}

interface Seller {
  readonly token: string;
  readonly storeId: number;
}

async function findSellers(services: Services): Promise<readonly Seller[]> {
  const { rows } = await sql<{ user_id: number; store_id: number }>`
    select distinct on (business_id) user_id, store_id from user_business join store using (business_id)
      join business using (business_id)
    where store.disabled_at is null and business.disabled_at is null
      and business_id = (select min(business_id) from user_business own where own.user_id = user_business.user_id)
      and not exists (select from till where till.user_id = user_business.user_id)
    order by business_id limit ${SELLERS}`.execute(services.db);
  return Promise.all(
    rows.map(async ({ user_id: userId, store_id: storeId }) => ({
      token: (await createSession(services, userId)).accessToken,
      storeId,
    })),
  );
}

interface SpendableVoucher {
  readonly patientId: number;
  readonly voucherId: number;
}

/** Sells to the patients of the file, one after the other, and notes the time of each call in ms and what was refused. */
class Sales {
  readonly calls: number[] = [];
  readonly refused = new Map<string, number>();
  sold = 0;

  readonly #url: string;
  readonly #vouchers: readonly SpendableVoucher[];
  readonly #productId: number;
  #next = 0;

  constructor(url: string, vouchers: readonly SpendableVoucher[], productId: number) {
    this.#url = url;
    this.#vouchers = vouchers;
    this.#productId = productId;
  }

  async #ask({ token }: Seller, { method, path }: Call, params: Record<string, number>, body: object = {}) {
    const start = performance.now();
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
    const response = await fetch(this.#url + address, {
      method,
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    const { data, error } = (await response.json()) as {
      readonly data?: Readonly<Record<string, Readonly<Record<string, number>>>>;
      readonly error?: { readonly description: string };
    };
    this.calls.push(performance.now() - start);
    if (data) return data;
    const refusal = `${response.status} ${error?.description ?? ''} at ${path}`;
    this.refused.set(refusal, (this.refused.get(refusal) ?? 0) + 1);
    return undefined;
  }

  async #sell(seller: Seller): Promise<void> {
    const found = this.#vouchers[this.#next % this.#vouchers.length];
    this.#next += 7919;
    if (found === undefined) throw new Error('no patient has a voucher');
    const checked = await this.#ask(seller, checkCart, {}, { ...found, storeId: seller.storeId });
    const opening = { txCommandId: checked?.txCommand?.txCommandId };
    const opened = checked && (await this.#ask(seller, executeCart, {}, opening));
    const params = { cartId: opened?.cart?.cartId ?? 0 };
    const line = { productId: this.#productId, quantity: 1, pricePerUnit: 2 };
    const put = opened && (await this.#ask(seller, putCartProduct, params, line));
    const buying = put && (await this.#ask(seller, checkPurchase, params));
    const bought =
      buying && (await this.#ask(seller, executePurchase, params, { txCommandId: buying.txCommand?.txCommandId }));
    if (bought) this.sold += 1;
  }

  async until(sellers: readonly Seller[], end: Promise<unknown>): Promise<void> {
    let isOver = false;
    const over = end.finally(() => {
      isOver = true;
    });
    const sellOn = async (seller: Seller) => {
      while (!isOver) await this.#sell(seller);
    };
    await Promise.all([over, ...sellers.map(sellOn)]);
  }

  tell(name: string): void {
    const longest = Math.max(...this.calls);
    const refused = [...this.refused].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none refused';
    process.stdout.write(
      `${name}: ${this.sold} sales, a call p50 ${percentile(this.calls, 0.5).toFixed(0)} ms, ` +
        `p95 ${percentile(this.calls, 0.95).toFixed(0)} ms, at most ${longest.toFixed(0)} ms ${verdict(longest, LIMIT_MS)}; ${refused}\n`,
    );
  }
}

/** Moves the dossiers of a file to another authority while people sell to the same patients, in a process of its own. */
async function main(): Promise<void> {
  const postgres = await startPostgres();
  const { services, close } = await startServer({ kind: 'postgres', url: postgres.url, poolSize: 4 });
  const [from, to] = (await services.db.selectFrom('asl').select('code').orderBy('asl_id').limit(2).execute()).map(
    ({ code }) => code,
  );
  if (from === undefined || to === undefined) throw new Error('The demonstration data has no two authorities');
  process.stdout.write(`${PATIENTS} patients: ${await importPatients(services, from)}\n`);
  await renewVouchers(services, never);
  const codes = Array.from({ length: PATIENTS }, (_, index) => index).filter(
    (index) => index % 3 > 0 && index % 10 > 0,
  );
  const { rows: vouchers } = await sql<SpendableVoucher>`
    select patient_id as "patientId", voucher_id as "voucherId" from patient join dossier using (patient_id)
      join voucher using (dossier_id)
    where fiscal_code = any(${codes.map(inventedFiscalCode)}::text[]) order by patient_id`.execute(services.db);
  const { product_id: productId } = await services.db
    .selectFrom('product')
    .select('product_id')
    .where('category_type', '=', 'CELIAC')
    .where('disabled_at', 'is', null)
    .where('ref_price', '>', '1')
    .orderBy('product_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const server = await spawnServer(postgres.url);
  const sellers = await findSellers(services);
  const alone = new Sales(server.url, vouchers, productId);
  await alone.until(sellers, new Promise((resolve) => setTimeout(resolve, ALONE_MS)));
  alone.tell('alone');
  const beside = new Sales(server.url, vouchers, productId);
  const start = performance.now();
  let told = '';
  await beside.until(
    sellers,
    importPatients(services, to).then((counts) => {
      told = counts;
    }),
  );
  process.stdout.write(`moved in ${((performance.now() - start) / 1000).toFixed(0)} s: ${told}\n`);
  beside.tell('beside the import');
  await server.stop();
  await close();
  await postgres.stop();
}

await main();
