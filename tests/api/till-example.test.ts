import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATIENTS, PIN, PRODUCTS, STORES } from './support/fixture.ts';
import { type TestServer, startTestServer } from './support/harness.ts';
import { makeTill, type TestTill } from './support/tills.ts';

/** A line to the server. It loses the first request for `lost`, and the first answer to a request for `unanswered`. */
interface BadLine {
  readonly url: string;
  readonly passed: () => readonly string[];
  readonly close: () => Promise<void>;
}

async function startBadLine(target: string, lost: RegExp, unanswered: RegExp): Promise<BadLine> {
  const passed: string[] = [];
  const dropped = new Set<RegExp>();
  const dropsNow = (kind: RegExp, path: string) => kind.test(path) && !dropped.has(kind) && dropped.add(kind);
  const line: Server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const pass = async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (dropsNow(lost, url)) {
        request.socket.destroy();
        return;
      }
      passed.push(`${method} ${url.split('?')[0] ?? ''}`);
      const { authorization = '', 'content-type': type, 'idempotency-key': key } = headers;
      const answer = await fetch(new URL(url, target), {
        method,
        headers: {
          authorization,
          ...(type !== undefined && { 'content-type': type }),
          ...(key !== undefined && { 'idempotency-key': String(key) }),
        },
        ...(method !== 'GET' && { body: Buffer.concat(chunks) }),
      });
      const text = await answer.text();
      if (dropsNow(unanswered, url)) request.socket.destroy();
      else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    };
    void pass().catch(() => request.socket.destroy());
  });
  await once(line.listen(0, '127.0.0.1'), 'listening');
  const { port } = line.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    passed: () => passed,
    close: async () => {
      line.closeAllConnections();
      line.close();
      await once(line, 'close');
    },
  };
}

let server: TestServer;
let till: TestTill;
let folder: string;
beforeAll(async () => {
  server = await startTestServer({ database: 'postgres' });
  till = await makeTill(server, STORES.auroraCentro);
  folder = await mkdtemp(join(tmpdir(), 'till-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.close();
});

/** Types into the example. Returns what its screen shows. */
async function operate(url: string, typed: readonly string[]): Promise<string> {
  const [credentials, prices] = [join(folder, 'till.json'), join(folder, 'prices.json')];
  await writeFile(credentials, JSON.stringify({ ...till, tokenEndpoint: `${url}/sign-on/token` }));
  await writeFile(prices, JSON.stringify({ [PRODUCTS.bread.ean]: 3.5, [PRODUCTS.proteinFree.ean]: 4.8 }));
  const program = spawn(process.execPath, ['examples/till/till.mjs', credentials, prices]);
  const shown: Buffer[] = [];
  program.stdout.on('data', (chunk: Buffer) => shown.push(chunk));
  program.stderr.on('data', (chunk: Buffer) => shown.push(chunk));
  program.stdin.end(`${typed.join('\n')}\n`);
  const [code] = (await once(program, 'close')) as [number];
  expect(code, Buffer.concat(shown).toString()).toBe(0);
  return Buffer.concat(shown).toString();
}

test('rules §12 example: a sale by scanning takes five calls; wrong PINs and products are told, and the PIN is not shown', async () => {
  const { url, passed, close } = await startBadLine(server.url, /^nothing/, /^nothing/);
  const { bread, penne, proteinFree } = PRODUCTS;
  const card = PATIENTS.withPin.fiscalCode;
  const right = [card, PIN, bread.ean, `2*${bread.ean}`, penne.ean, '2,99', '', 's'];
  const shown = await operate(url, right);
  expect(shown).toContain('Chiamate: 5');
  expect(passed()).toHaveLength(6);
  expect(shown).not.toContain(PIN);
  const receipt = shown.split('\n').slice(shown.split('\n').findIndex((line) => /^-{40}$/.test(line)));
  expect(
    receipt
      .slice(
        0,
        receipt.findIndex((line) => line.startsWith('Chiamate')),
      )
      .map(({ length }) => length),
  ).toEqual(Array<number>(13).fill(40));
  expect(receipt).toContain(`${'  3 x 3,50'.padEnd(34)} 10,50`);
  expect(receipt).toContain(`${'TOTALE EURO'.padEnd(34)} 13,49`);
  const wrong = await operate(url, [card, '00000', PIN, proteinFree.ean, '', bread.ean, '', 'n']);
  expect(wrong).toContain('PIN errato – tentativi rimasti: 4');
  expect(wrong).toContain(`Prodotto non ammesso per questa pratica – ${proteinFree.ean}`);
  expect(wrong).toContain('Nessun acquisto');
  await close();
});

test('rules §12 example: when the line drops before or after a command, it is repeated and done once', async () => {
  const { url, passed, close } = await startBadLine(server.url, /lines$/, /purchases.*execute$/);
  const purchases = () => server.db.selectFrom('purchase').select('purchase_id').execute();
  const before = await purchases();
  const shown = await operate(url, [PATIENTS.withoutPin.fiscalCode, PRODUCTS.bread.ean, '', 's']);
  expect(shown.match(/Nessuna risposta: ripeto la stessa operazione/g)).toHaveLength(2);
  expect(passed().filter((call) => call.startsWith('POST /api/v1/purchases'))).toHaveLength(2);
  const made = (await purchases()).slice(before.length);
  expect(made).toHaveLength(1);
  expect(shown).toContain(`Acquisto n. ${made[0]?.purchase_id ?? 0}`);
  await close();
});
