import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres } from '#tests/api/support/postgres.ts';
import { freePort } from '#tests/support/free-port.ts';
import { makeKeys, startIdentityProvider } from '#tests/support/identity-provider.ts';
import { startTlsProxy } from '#tests/support/tls-proxy.ts';
import { test as base } from './test.ts';

const run = promisify(execFile);
/**
 * Replaces the commands that do not run here: the tests have built the server already, and not every machine has
 * `psql`.
 */
const STAND_INS = `
npm() { case "$1 \${2-}" in 'ci '* | 'run build') ;; *) command npm "$@" ;; esac }
psql() { node --import tsx tests/e2e/support/psql.ts "$@"; }
`;

/** A region that was set up by the commands of its document. */
export interface Region {
  readonly url: string;
  /** The output of the commands. */
  readonly said: string;
}

/** The code blocks of the document's chapter, with the names of `example.org` replaced by those of this machine. */
async function readCommands(document: string, names: ReadonlyMap<string, string>): Promise<string[]> {
  const [, chapter = ''] = (await readFile(document, 'utf8')).split(/^## (?=Install$)/m);
  const [text = ''] = chapter.split(/^## /m);
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
  return blocks.map((block) => [...names].reduce((so, [name, here]) => so.replaceAll(name, here), block));
}

/** Waits until the server has created the vouchers of the month. */
async function untilReady(server: ChildProcess): Promise<void> {
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    server.stdout?.on('data', (chunk: Buffer) => {
      said.push(chunk.toString());
      if (said.join('').includes('vouchers renewed')) resolve();
    });
    server.once('exit', () => reject(new Error(`the server did not start\n${said.join('')}`)));
  });
}

type Step = () => Promise<unknown>;

/**
 * Runs the commands of the document in order.
 * @param later takes steps of the cleanup, which run in reverse order
 */
async function setUp(document: string, later: (step: Step) => void): Promise<Region> {
  const home = await mkdtemp(join(tmpdir(), 'voucher-region-'));
  later(() => rm(home, { recursive: true, force: true }));
  const postgres = await startPostgres();
  later(postgres.stop);
  const keys = await makeKeys();
  const port = await freePort();
  const proxy = await startTlsProxy(keys, port);
  later(proxy.stop);
  const identityProvider = await startIdentityProvider(keys);
  later(identityProvider.stop);

  const commands = await readCommands(
    document,
    new Map([
      // The PostgreSQL of the tests runs on this machine and has no certificate.
      ['?sslmode=verify-full&sslrootcert=$REGION/database-ca.pem', ''],
      ['database.example.org', new URL(postgres.url).host],
      ['https://buoni.example.org', proxy.url],
      ['PORT=3000', `PORT=${port}`],
      ['https://login.example.org/saml/sso', identityProvider.signOnUrl],
      ['https://login.example.org/saml', identityProvider.entityId],
    ]),
  );
  const startsAt = commands.findIndex((block) => block.includes('npm start'));
  const [start = '', ...afterwards] = commands.slice(startsAt);
  if (afterwards.length !== 1) throw new Error('the start and the metadata are the last commands');

  const region = join(home, 'region');
  await mkdir(region);
  await writeFile(join(region, 'idp.pem'), keys.cert);
  const env = { PATH: process.env.PATH, HOME: home, REGION: region };
  const { stdout: said } = await run('sh', ['-euc', [STAND_INS, ...commands.slice(0, startsAt)].join('\n')], { env });

  const server = spawn('sh', ['-euc', start], {
    env: { ...env, SHUTDOWN_DELAY_SECONDS: '0' },
    // A process group of its own, so that the shell, npm and the server can be ended together.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(server, 'close');
  later(async () => {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
    await ended;
  });
  await untilReady(server);
  // The proxy's certificate is unknown, so this request does not use the proxy.
  const metadata = await fetch(`http://127.0.0.1:${port}/sign-on/metadata`);
  identityProvider.register(await metadata.text());
  return { url: proxy.url, said };
}

export const test = base.extend<{ document: string; region: Region }>({
  document: ['docs/operations.md', { option: true }],
  region: async ({ document }, use) => {
    const steps: Step[] = [];
    try {
      await use(await setUp(document, (step) => steps.push(step)));
    } finally {
      for (const step of steps.reverse()) await step();
    }
  },
  baseURL: async ({ region }, use) => use(region.url),
  ignoreHTTPSErrors: true,
});

export { expect } from './test.ts';
