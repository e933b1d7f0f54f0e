import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUseError, lockFolder } from '#server/database/folder-lock.ts';

let folder: string;
let lockFile: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voucher-lock-'));
  lockFile = join(folder, 'database.lock');
});
afterEach(() => rm(folder, { recursive: true }));

test('design §4 embedded database: one holder at a time, and nothing is left behind', async () => {
  const unlock = await lockFolder(lockFile);
  await expect(lockFolder(lockFile)).rejects.toThrow(FolderInUseError);
  await unlock();
  expect(await readdir(folder)).toEqual([]);
});

test('design §4 embedded database: of many who come at once, one gets the lock', async () => {
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(lockFile)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await readdir(folder)).toEqual(['database.lock']);
});

test('design §4 embedded database: the lock of a dead process is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  await writeFile(lockFile, `${hostname()} ${pid} running`);
  const unlock = await lockFolder(lockFile);
  await unlock();
  expect(await readdir(folder)).toEqual([]);
});

test('design §4 embedded database: a recycled process id is not taken for the former holder', async () => {
  await writeFile(lockFile, `${hostname()} ${process.pid} an-earlier-start`);
  await (
    await lockFolder(lockFile)
  )();
  expect(await readdir(folder)).toEqual([]);
});

test('design §4 embedded database: a lock of another machine is respected', async () => {
  await writeFile(lockFile, 'elsewhere 1 running');
  await expect(lockFolder(lockFile)).rejects.toThrow('elsewhere, process 1');
});
