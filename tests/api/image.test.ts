import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { groupBy } from '#contract/group-by.ts';
import { readDockerfile } from '#tests/support/dockerfile.ts';
import { freePort } from '#tests/support/free-port.ts';
import { makeKeys } from '#tests/support/identity-provider.ts';
import { administer, databaseUrl } from './support/test-database.ts';

const run = promisify(execFile);
const stages = readDockerfile();
const stage = stages.find(({ name }) => name === 'server');
const DATABASE = 'image';
const SECRET = 'kV9xQ2mZ7rT4wB8nL1cY6hD3sF5gJ0pA';
/** What the image has besides: Alpine, the largest Node and its libraries, in MiB. */
const BASE_MIB = 140;

/** The text of the image's last instruction of this kind. */
function instruction(keyword: string): string {
  return stage?.instructions.findLast((one) => one.keyword === keyword)?.text ?? '';
}

function wordsOf(command: string): [string, ...string[]] {
  return JSON.parse(command) as [string, ...string[]];
}

/** The user of the image, where the tests may take it. */
const [uid, gid] = instruction('USER').split(':').map(Number);
const user = process.getuid?.() === 0 ? { uid, gid } : {};

let home = '';
let folder = '';
let url = '';
let env: Record<string, string | undefined> = {};
let server: ChildProcess | undefined;

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly dev?: true; readonly optional?: true; readonly devOptional?: true }>
  >;
}

/** Puts into a folder what `npm ci --omit=dev --omit=optional` installs. */
async function copyPackages(target: string): Promise<void> {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as Lock;
  const installed = Object.entries(packages).flatMap(([path, { dev, optional, devOptional }]) =>
    /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !optional && !devOptional ? [path] : [],
  );
  for (const [scope, paths] of groupBy(installed, dirname)) {
    const to = join(target, scope.slice('node_modules'.length));
    await mkdir(to, { recursive: true });
    await run('cp', ['-r', ...paths, to]);
  }
}

/** Carries out the image's list of files. */
async function copyFiles(): Promise<void> {
  for (const { sources, target } of stage?.copies ?? []) {
    const to = join(folder, target);
    for (const source of sources.filter((path) => path.startsWith('/app/'))) {
      if (source === '/app/node_modules') await copyPackages(to);
      else if (source === '/app/package.json') await cp('package.json', join(folder, 'package.json'));
      else if (source === '/app/build/server') await cp(inject('programs'), to, { recursive: true });
      // The portal is built before the tests of a whole run; the server answers without it too.
      else await cp(source.slice('/app/'.length), to, { recursive: true }).catch(() => mkdir(to));
    }
  }
  const programs = join(folder, 'build/server');
  await chmod(programs, 0o755);
  for (const file of await readdir(programs)) if (file.startsWith('demo-')) await rm(join(programs, file));
}

async function sizeOf(path: string): Promise<number> {
  const { stdout } = await run('du', ['-sk', path]);
  return Number.parseInt(stdout, 10) / 1024;
}

async function writeSecrets(): Promise<Record<string, string>> {
  const { key, cert } = await makeKeys();
  const address = databaseUrl(inject('postgresUrl'), DATABASE);
  const values = {
    DATABASE_URL: address,
    TOKEN_SECRET: SECRET,
    PIN_PEPPER: SECRET.split('').reverse().join(''),
    CLIENT_PASSWORD: SECRET.slice(8, 28),
    SAML_IDP_CERTIFICATE: cert,
    SAML_SP_PRIVATE_KEY: key,
    SAML_SP_CERTIFICATE: cert,
  };
  const files: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const file = join(home, name);
    await writeFile(file, `${value}\n`);
    files[`${name}_FILE`] = file;
  }
  return files;
}

beforeAll(async () => {
  await administer(inject('postgresUrl'), `create database ${DATABASE}`);
  home = await mkdtemp(join(tmpdir(), 'voucher-image-'));
  await chmod(home, 0o755);
  folder = join(home, 'app');
  await mkdir(folder);
  await copyFiles();
  const port = String(await freePort());
  url = `http://127.0.0.1:${port}`;
  const pairs = Array.from(
    instruction('ENV').matchAll(/(\w+)=(\S+)/g),
    ([, name = '', value = '']) => [name, value] as const,
  );
  const variables: Readonly<Record<string, string>> = Object.fromEntries(pairs);
  env = {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    PORT: port,
    PUBLIC_URL: 'https://buoni.example.org',
    SAML_IDP_URL: 'https://login.example.org/saml/sso',
    SHUTDOWN_DELAY_SECONDS: '0',
    ...variables,
    HOST: '127.0.0.1',
    ...(await writeSecrets()),
  };
});
afterAll(async () => {
  server?.kill('SIGKILL');
  await rm(home, { recursive: true, force: true });
  await administer(inject('postgresUrl'), `drop database ${DATABASE} with (force)`);
});

test('design §4 image of the server: under 250 MB', async () => {
  expect(BASE_MIB + (await sizeOf(folder))).toBeLessThan(250);
});

test('design §4 image of the server: its files and commands alone make the tables and serve, for a user who may write nothing', async () => {
  const options = { cwd: folder, env, ...user };
  await run('node', ['build/server/migrate.js'], options);
  const [program, ...args] = wordsOf(instruction('CMD'));
  const started = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  server = started;
  const said: string[] = [];
  await new Promise<void>((ready, failed) => {
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said.push(chunk.toString());
        if (said.join('').includes('Ready at')) ready();
      });
    }
    started.once('exit', () => failed(new Error(said.join(''))));
  });

  const [check, ...checkArgs] = wordsOf(instruction('HEALTHCHECK').replace(/^.*?CMD /, ''));
  await run(check, checkArgs, options);
  await expect(run(check, checkArgs, { ...options, env: { ...env, PORT: '1' } })).rejects.toThrow();
  const configuration = await fetch(`${url}/config.json`);
  expect(await configuration.json()).toMatchObject({ sso: { clientId: 'food-voucher-portal' } });

  const ended = once(started, 'exit');
  started.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

const MINUTES = 60_000;

test(
  'design §4 images: what the build stage copies is all that a build reads',
  { tags: ['full'], timeout: 10 * MINUTES },
  async () => {
    const built = join(home, 'build');
    for (const { sources, target } of stages.find(({ name }) => name === 'build')?.copies ?? []) {
      for (const source of sources)
        await cp(source, join(built, target === './' ? source : target), { recursive: true });
    }
    await symlink(resolve('node_modules'), join(built, 'node_modules'));
    await run('npm', ['run', 'build'], { cwd: built });
    expect(await readdir(join(built, 'dist'))).toContain('index.html');
    expect(await readdir(join(built, 'build/server'))).toEqual(expect.arrayContaining(['server.js', 'migrate.js']));
  },
);
