// Makes a running server back up its embedded database, and prints the path of the file.
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY = 200;
const GIVE_UP_AFTER = 300_000;

const folder = resolve(process.env.DATA_DIR || 'data');
const backups = join(folder, 'backups');

/** The process that has the database open. */
async function findServer() {
  const lock = await readFile(join(folder, 'database.lock'), 'utf8').catch(() => '');
  const [host, pid] = lock.split(' ');
  if (!existsSync(join(folder, 'database')))
    throw new Error(`There is no database in ${folder}. Run npm start first: it makes one.`);
  if (lock === '') throw new Error(`No server runs on ${folder}: copy the folder instead.`);
  if (host !== hostname()) throw new Error(`The server runs on ${host}: run this command there.`);
  return Number(pid);
}

async function listBackups() {
  const names = await readdir(backups).catch(() => []);
  return names.filter((name) => name.endsWith('.tar.gz'));
}

async function makeBackup() {
  const before = new Set(await listBackups());
  process.kill(await findServer(), 'SIGUSR2');
  for (const end = Date.now() + GIVE_UP_AFTER; Date.now() < end; await delay(LOOK_EVERY)) {
    const made = (await listBackups()).find((name) => !before.has(name));
    if (made !== undefined) return join(backups, made);
  }
  throw new Error('No backup has been made; the log of the server says why.');
}

try {
  console.log(await makeBackup());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
