import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voucher-release-'));
  for (const file of ['build/server/hash-thread.mjs', 'dist/index.html.br', 'server/main.ts', 'src/main.ts']) {
    await mkdir(join(folder, file, '..'), { recursive: true });
    await writeFile(join(folder, file), '');
  }
  const before = new Date(Date.now() - 60_000);
  for (const built of ['build/server/hash-thread.mjs', 'dist/index.html.br'])
    await utimes(join(folder, built), before, before);
});
afterAll(() => rm(folder, { recursive: true }));

/** What a start says and finds in a folder whose sources are newer than what was built. */
async function start(NODE_ENV: string): Promise<string> {
  const program = `const { buildPortalIfStale, bundleIfStale } = await import(${JSON.stringify(resolve('scripts/build-if-stale.mjs'))});
    console.log(await bundleIfStale(), await buildPortalIfStale())`;
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    env: { ...process.env, NODE_ENV },
  });
  return stdout + stderr;
}

test('design §4 start: in production it takes what was built, and builds nothing beside a running release', async () => {
  const told = await start('production');
  expect(told).toContain('true true');
  expect(told).toContain('npm run build');
  expect(told).not.toContain('building');
});

test('design §4 start: a machine with the build alone has nothing to compare it with', async () => {
  await Promise.all(['server', 'src'].map((name) => rm(join(folder, name), { recursive: true })));
  expect(await start('production')).toBe('true true\n');
});
