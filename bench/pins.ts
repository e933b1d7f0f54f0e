import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { checkCart, executeCart } from '#contract/calls/carts.ts';
import type { DatabaseLocation } from '#server/database/open-database.ts';
import precomputedHashes from '#demo/data/precomputed-hashes.json' with { type: 'json' };
import { COMMON_PIN } from '#demo/describe-demo-data.ts';
import type { Database, Services } from '#server/services.ts';
import { createSession } from '#server/sign-on/sessions.ts';
import { startPostgres } from '#tests/api/support/postgres.ts';
import { percentile, verdict } from './figures.ts';
import { startServer } from './start-server.ts';

/** The limit in ms for another shop's calls at the 95th percentile. */
const LIMIT_MS = 100;
const PINS = 60;
const ROUNDS = 3;

interface Shop {
  readonly userId: number;
  readonly businessId: number;
  readonly storeId: number;
}

async function twoShops(db: Database): Promise<[Shop, Shop]> {
  const rows = await db
    .selectFrom('user_business')
    .innerJoin('store', 'store.business_id', 'user_business.business_id')
    .select(['user_id', 'user_business.business_id', 'store_id'])
    .orderBy('store_id')
    .execute();
  const shops = rows.map((row) => ({ userId: row.user_id, businessId: row.business_id, storeId: row.store_id }));
  const [first] = shops;
  const other = shops.find(({ userId, businessId }) => userId !== first?.userId && businessId !== first?.businessId);
  if (first === undefined || other === undefined) throw new Error('The demonstration data has no two shops');
  return [first, other];
}

/** Patients with the common PIN and a voucher that may be spent. */
async function findPatients({ db, now }: Services) {
  return db
    .selectFrom('patient')
    .innerJoin('dossier', 'dossier.patient_id', 'patient.patient_id')
    .innerJoin('voucher', 'voucher.dossier_id', 'dossier.dossier_id')
    .select(['patient.patient_id', 'voucher_id'])
    .where('pin_hash', '=', precomputedHashes[COMMON_PIN])
    .where('patient.status', '=', 'ENABLED')
    .where('dossier.status', '=', 'APPROVED')
    .where('voucher.status', '=', 'ENABLED')
    .where('enabled_at', '<=', now())
    .where('disabled_at', '>', now())
    .distinctOn('patient.patient_id')
    .limit(PINS)
    .execute();
}

interface Measured {
  readonly statuses: readonly number[];
  readonly ms: readonly number[];
  readonly totalMs: number;
}

/**
 * Executes all commands at the same time while another shop makes one call after the other. It runs in a thread of its
 * own.
 */
function executeAtOnce(workerData: object): Promise<Measured> {
  const program = `const { workerData: w, parentPort } = require('node:worker_threads');
    const ask = (url, token, body) => fetch(url, {
      method: body ? 'POST' : 'GET', body,
      headers: { authorization: 'Bearer ' + token, ...(body && { 'content-type': 'application/json' }) },
    }).then(async (answer) => (await answer.arrayBuffer(), answer.status));
    (async () => {
      await ask(w.me, w.other);
      const start = performance.now();
      let isOver = false;
      const executions = Promise.all(w.bodies.map((body) => ask(w.execute, w.token, body)));
      executions.then(() => { isOver = true; });
      const ms = [];
      while (!isOver) {
        const asked = performance.now();
        await ask(w.me, w.other);
        ms.push(performance.now() - asked);
        await new Promise((done) => setTimeout(done, 5));
      }
      parentPort.postMessage({ statuses: await executions, ms, totalMs: performance.now() - start });
    })();`;
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { eval: true, workerData, execArgv: [] });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function measure(name: string, location: DatabaseLocation): Promise<void> {
  const { app, services, url, close } = await startServer(location);
  const [shop, otherShop] = await twoShops(services.db);
  const token = (await createSession(services, shop.userId)).accessToken;
  const other = (await createSession(services, otherShop.userId)).accessToken;
  const patients = await findPatients(services);
  const headers = { authorization: `Bearer ${token}` };
  for (let round = 0; round < ROUNDS; round += 1) {
    const bodies: string[] = [];
    for (const { patient_id: patientId, voucher_id: voucherId } of patients) {
      const payload = { patientId, voucherId, storeId: shop.storeId };
      const answer = await app.inject({ method: 'POST', url: checkCart.path, headers, payload });
      const { data } = answer.json<{ data: { txCommand: { txCommandId: number } } }>();
      bodies.push(JSON.stringify({ txCommandId: data.txCommand.txCommandId, otp: COMMON_PIN }));
    }
    const me = url + readCurrentUser.path;
    const { statuses, ms, totalMs } = await executeAtOnce({
      me,
      execute: url + executeCart.path,
      token,
      other,
      bodies,
    });
    const [p50, p95, most] = [percentile(ms, 0.5), percentile(ms, 0.95), Math.max(...ms)];
    const right = statuses.filter((status) => status === 200).length;
    process.stdout.write(
      `${name.padEnd(10)} ${right} of ${statuses.length} PINs in ${(totalMs / 1000).toFixed(1)} s; another shop's ${ms.length} ` +
        `users/me: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms ${verdict(p95, LIMIT_MS)}, ` +
        `most ${most.toFixed(0)} ms\n`,
    );
  }
  await close();
}

/** Measures how many correct PINs at the same time affect another shop. */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'voucher-bench-'));
  await measure('embedded', { kind: 'pglite', folder: join(folder, 'database') });
  await rm(folder, { recursive: true });
  const postgres = await startPostgres();
  await measure('PostgreSQL', { kind: 'postgres', url: postgres.url, poolSize: 10 });
  await postgres.stop();
}

await main();
