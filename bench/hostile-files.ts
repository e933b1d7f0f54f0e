import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { uploadImport } from '#contract/admin/imports.ts';
import { createServices } from '#server/services.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { makeOperator } from '#server/administration/operators.ts';
import { readSettings } from '#server/settings/settings.ts';
import { createSession } from '#server/sign-on/sessions.ts';
import { startPostgres } from '#tests/api/support/postgres.ts';
import { makeXlsx, packed } from '#tests/support/sheet-files.ts';
import { verdict } from './figures.ts';
import { forgetPeak, memoryOf, spawnServer } from './spawn-server.ts';

/** The longest time in ms of a health check beside a file, and the most memory in MB that a file may add. */
const [LIMIT_MS, LIMIT_MB] = [200, 150] as const;
const PAUSE_MS = 10;
const HEAD = 'code;name\n';

const FILES: Readonly<Record<string, () => string | Uint8Array>> = {
  'a usual file': () => `${HEAD}1;a\n`,
  '5 million ends of lines': () => HEAD + '\n'.repeat(5_000_000),
  '1,048,000 rows of ;;;;;': () => HEAD + ';;;;;\n'.repeat(1_048_000),
  '200,000 rows of one digit': () => HEAD + '1\n'.repeat(200_000),
  'rows of 30,000 columns': () => HEAD + `${';'.repeat(30_000)}\n`.repeat(1500),
  'a quotation mark, 49 MB': () => `${HEAD}"${'x'.repeat(49_000_000)}`,
  'names of 64 kB of brackets': () => `${'('.repeat(9000)};`.repeat(7) + `\n1;${'('.repeat(9000)}\n`.repeat(3000),
  'XLSX: 10 million tags within tags': () => makeXlsx([], '<a>'.repeat(10_000_000)),
  'XLSX: 3 million texts': () => {
    const texts = '<si><t>1</t></si>'.repeat(2_300_000);
    return packed({
      'xl/workbook.xml': '<workbook/>',
      'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
      'xl/worksheets/sheet1.xml': '<a/>',
    });
  },
  'XLSX: 500,000 relations': () => {
    const all = Array.from({ length: 500_000 }, (_, id) => `<Relationship Id="r${id}" Target="worksheets/${id}.xml"/>`);
    return packed({ 'xl/workbook.xml': '<workbook/>', 'xl/_rels/workbook.xml.rels': `<a>${all.join('')}</a>` });
  },
  'XLSX: 20,000 rows of 200 cells': () =>
    makeXlsx([], '<row>'.concat('<c><v>1</v></c>'.repeat(130), '</row>').repeat(20_000)),
};

/** Sends a file from another thread, so that the health checks of this one are on time. */
function sendFromBeside(url: string, token: string, file: string | Uint8Array): Promise<string> {
  const program = `const { workerData: w, parentPort } = require('node:worker_threads');
    const body = new FormData();
    body.append('file', new File([w.file], 'file'));
    fetch(w.url, { method: 'POST', headers: { authorization: 'Bearer ' + w.token }, body }).then(async (answer) =>
      parentPort.postMessage(answer.status + ' ' + (await answer.text())));`;
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { eval: true, workerData: { url, token, file } });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** Looks at the server's health until the work has ended. Returns the longest time in ms. */
async function watchHealth(url: string, work: Promise<unknown>): Promise<number> {
  let [isOver, longest] = [false, 0];
  void work.finally(() => (isOver = true));
  while (!isOver) {
    const start = performance.now();
    await fetch(`${url}/healthz`);
    longest = Math.max(longest, performance.now() - start);
    await delay(PAUSE_MS);
  }
  return longest;
}

/** Measures how long files that are made to hold up a server do so, and how much memory each takes. */
async function main(): Promise<void> {
  const postgres = await startPostgres();
  const open = await openDatabase({ kind: 'postgres', url: postgres.url, poolSize: 2 });
  await migrate(open.db);
  const services = createServices(readSettings({ NODE_ENV: 'test', DATABASE_URL: postgres.url }), open);
  await makeOperator(services, { username: 'bench' });
  const user = open.db.selectFrom('app_user').select('user_id').where('username', '=', 'bench');
  const { accessToken } = await createSession(services, (await user.executeTakeFirstOrThrow()).user_id);
  const server = await spawnServer(postgres.url, { WORKER: 'off' });
  const url = server.url + uploadImport.path.replace('{kind}', 'asl');
  for (const [name, make] of Object.entries(FILES)) {
    const file = make();
    await forgetPeak(server.process);
    const before = (await memoryOf(server.process)).now;
    const start = performance.now();
    const sent = sendFromBeside(url, accessToken, file);
    const longest = await watchHealth(server.url, sent);
    const seconds = (performance.now() - start) / 1000;
    const more = (await memoryOf(server.process)).peak - before;
    const answer = await sent;
    const outcome = /"reason":"\w+"/.exec(answer)?.[0] ?? /"lines":\d+/.exec(answer)?.[0] ?? answer.slice(0, 100);
    const health = `${longest.toFixed(0)} ms ${verdict(longest, LIMIT_MS)}`;
    const memory = `+${more.toFixed(0)} MB ${verdict(more, LIMIT_MB)}`;
    process.stdout.write(`${name.padEnd(34)} ${health}, ${memory}, ${seconds.toFixed(1)} s, ${outcome}\n`);
  }
  await server.stop();
  await open.close();
  await postgres.stop();
}

await main();
