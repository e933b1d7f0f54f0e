import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const LOCK_FILE = 'package-lock.json';

/** @returns {Promise<number>} the modification time of a file in ms; 0 when it does not exist */
async function changedAt(file) {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

async function newestIn(path) {
  const entries = await readdir(path, { recursive: true }).catch(() => ['']);
  return Math.max(...(await Promise.all(entries.map((entry) => changedAt(join(path, entry))))));
}

/**
 * @param {readonly string[]} sources files and folders
 * @param {string} built the last file that the build writes
 * @returns {Promise<boolean>} whether a source or the installed packages are newer than the build
 */
export async function isStale(sources, built) {
  const builtAt = await changedAt(built);
  const changes = await Promise.all([...sources, LOCK_FILE].map(newestIn));
  return changes.some((changed) => changed > builtAt);
}

/**
 * Whether a start may build: not in production, where a build would change the files of a running server, and only
 * where vite is installed, a development package.
 */
export function mayBuild() {
  if (process.env.NODE_ENV === 'production') return false;
  try {
    createRequire(import.meta.url).resolve('vite/package.json');
    return true;
  } catch {
    return false;
  }
}
