import { setTimeout as delay } from 'node:timers/promises';
import { adminDossiers } from '#contract/admin/dossiers.ts';
import { readImport, startImport, uploadImport } from '#contract/admin/imports.ts';
import { adminPatients } from '#contract/admin/patients.ts';
import { adminVouchers } from '#contract/admin/vouchers.ts';
import type { Call } from '#contract/call.ts';
import { downloadBillProducts } from '#contract/calls/billing-summary.ts';
import { addDays, romeDay, startOfDay } from '#contract/rules/dates.ts';
import type { Services } from '#server/services.ts';
import { createSession } from '#server/sign-on/sessions.ts';
import { startPostgres } from '#tests/api/support/postgres.ts';
import { fillPurchases } from '#tests/support/fill-purchases.ts';
import { PATIENT_COLUMNS, patientLine } from '#tests/support/import-files.ts';
import { percentile, verdict } from './figures.ts';
import { findPatients, findProducts, findSellers, Measured, type Seller } from './sellers.ts';
import { spawnServer } from './spawn-server.ts';
import { startServer } from './start-server.ts';

const PURCHASES = Number(process.env.BENCH_PURCHASES ?? '100000');
const IMPORTED = Number(process.env.BENCH_PATIENTS ?? '100000');
const OFFICES = 60;
/** Rounds of sales alone and beside offices, in turns. */
const ROUNDS = 2;
const SALES_OF_ROUND = 6;
/** In ms: a till begins a sale so often. */
const PACE_MS = 5000;
/** In ms: so often an office asks again whose export was refused, and somebody for the readiness. */
const PAUSE_MS = 1000;
/** A till's p95 beside offices, by that of alone. */
const LIMIT = 1.3;

interface Office {
  readonly token: string;
  readonly call: Call;
  readonly asked: Readonly<Record<string, string>>;
}

/** Operators of the region that export, every third one in place of an authority that makes a year's bill. */
async function openOffices(services: Services, year: Readonly<Record<string, string>>): Promise<readonly Office[]> {
  const exports = [adminPatients, adminDossiers, adminVouchers].map(({ calls }) => calls.exportRows);
  const { user_id: payer } = await services.db
    .selectFrom('app_user')
    .select('user_id')
    .where('profile', '=', 'ASL')
    .orderBy('user_id')
    .executeTakeFirstOrThrow();
  const offices: Office[] = [];
  for (let index = 0; index < OFFICES; index += 1) {
    const operator = await services.db
      .insertInto('app_user')
      .values({ username: `bench.${index}`, first_name: 'Bench', last_name: String(index), profile: 'OPERATOR' })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    const call = exports[index % exports.length] ?? downloadBillProducts;
    offices.push(
      index % 3 === 2
        ? { token: (await createSession(services, payer)).accessToken, call: downloadBillProducts, asked: year }
        : {
            token: (await createSession(services, operator.user_id)).accessToken,
            call,
            asked: { status: call === exports[1] ? 'APPROVED' : 'ENABLED' },
          },
    );
  }
  return offices;
}

/** What runs beside sales, until it is stopped. */
class Beside {
  readonly #url: string;
  exports = 0;
  imported = 'no file';
  readonly unready: number[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  async #ask(token: string, method: string, path: string, body?: FormData | object): Promise<Response> {
    const isForm = body instanceof FormData;
    return fetch(this.#url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
  }

  /** Exports again and again. */
  async export({ token, call, asked }: Office, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const isQuery = call.method === 'GET';
      const path = isQuery ? `${call.path}?${new URLSearchParams(asked).toString()}` : call.path;
      const { status, body } = await this.#ask(token, call.method, path, isQuery ? undefined : asked);
      // Read as it comes, and not kept: sixty of them would fill the memory of the bench.
      await body?.pipeTo(new WritableStream());
      if (status === 200) this.exports += 1;
      else await delay(PAUSE_MS);
    }
  }

  /** Imports a file of patients, as far as it gets. */
  async import(token: string, aslCodes: readonly string[], stop: AbortSignal): Promise<void> {
    const lines = Array.from({ length: IMPORTED }, (_, number) => patientLine(number, aslCodes));
    const form = new FormData();
    form.append('file', new File([[PATIENT_COLUMNS.join(';'), ...lines].join('\n')], 'patients.csv'));
    const sent = await this.#ask(token, 'POST', uploadImport.path.replace('{kind}', 'patients'), form);
    const { data } = (await sent.json()) as { readonly data?: { readonly row: { readonly importId: number } } };
    if (data === undefined) throw new Error(`The file was not taken: ${sent.status}`);
    const at = ({ path }: Call) => path.replace('{id}', String(data.row.importId));
    let state = '';
    while (!stop.aborted && state !== 'DONE') {
      await delay(PAUSE_MS);
      const answer = (await (await this.#ask(token, 'GET', at(readImport))).json()) as {
        readonly data: { readonly row: { readonly state: string; readonly processed: number } };
      };
      const { row } = answer.data;
      if (row.state === 'CHECKED') await this.#ask(token, 'POST', at(startImport), {});
      state = row.state;
      this.imported = `${row.processed} lines ${row.state}`;
    }
  }

  async watchReadiness(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const { status } = await fetch(`${this.#url}/readyz`);
      if (status !== 200) this.unready.push(status);
      await delay(PAUSE_MS);
    }
  }
}

/** Measures the calls of tills alone and beside 60 exports and an import, in turns, in a server of its own process. */
async function main(): Promise<void> {
  const postgres = await startPostgres();
  const { services, close } = await startServer({ kind: 'postgres', url: postgres.url, poolSize: 4 });
  const last = addDays(romeDay(new Date()), -1);
  const first = addDays(last, -364);
  await fillPurchases(services.db, { count: PURCHASES, lines: 3, from: startOfDay(first), until: startOfDay(last) });
  const server = await spawnServer(postgres.url);
  const [patients, products] = [await findPatients(services), await findProducts(services)];
  const tills = (await findSellers(services, server.url)).filter(({ isTill }) => isTill);
  const offices = await openOffices(services, { dateStart: first, dateEnd: last });
  const aslCodes = (await services.db.selectFrom('asl').select('code').execute()).map(({ code }) => code);
  let sales = 0;
  const sellAll = async (measured: Measured, seller: Seller, index: number) => {
    await delay((PACE_MS * index) / tills.length);
    for (let sale = 0; sale < SALES_OF_ROUND; sale += 1) {
      const pause = delay(PACE_MS);
      const patient = patients[sales++ % patients.length];
      if (patient === undefined) throw new Error('The demonstration data has no patient with a PIN');
      await measured.sell(seller, patient, products);
      await pause;
    }
  };
  const [alone, beside] = [new Measured(server.url), new Measured(server.url)];
  const others = new Beside(server.url);
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(tills.map((till, index) => sellAll(alone, till, index)));
    const end = new AbortController();
    const running = [
      ...offices.map((office) => others.export(office, end.signal)),
      others.import(offices[0]?.token ?? '', aslCodes, end.signal),
      others.watchReadiness(end.signal),
    ];
    await Promise.all(tills.map((till, index) => sellAll(beside, till, index)));
    end.abort();
    await Promise.all(running);
  }
  alone.tell('alone');
  beside.tell('beside');
  const p95 = ({ calls, pins }: Measured) => percentile([...calls, ...pins], 0.95);
  const ratio = p95(beside) / p95(alone);
  process.stdout.write(
    `${patients.length} patients; beside ${others.exports} exports and an import (${others.imported}) a till's p95 is ` +
      `${ratio.toFixed(2)} of alone ${verdict(ratio, LIMIT)}; not ready ${others.unready.length} times ` +
      `${verdict(others.unready.length, 0)}\n`,
  );
  await server.stop();
  await close();
  await postgres.stop();
}

await main();
