import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The folder of the bundled server and its commands. */
export const BUNDLE = 'build/server';

/** What is built: from these sources, with this last file, by this program. The bundle has the texts of documents too. */
const SERVER = {
  name: 'Server',
  sources: ['server', 'demo', 'contract', 'scripts', 'public/locales', 'package.json'],
  last: `${BUNDLE}/hash-thread.mjs`,
  program: ['scripts/build-server.mjs'],
};
const PORTAL = {
  name: 'Portal',
  sources: ['src', 'contract', 'public', 'scripts', 'index.html', 'package.json', 'vite.config.ts'],
  last: 'dist/index.html.br',
  program: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
};

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

/** Whether a source or the installed packages are newer than the build. A machine with the build alone has no sources. */
async function isStale({ sources, last }) {
  if (!existsSync(sources[0])) return !existsSync(last);
  const builtAt = await changedAt(last);
  const changes = await Promise.all([...sources, 'package-lock.json'].map(newestIn));
  return changes.some((changed) => changed > builtAt);
}

/**
 * Whether a start may build: not in production, where a build would change the files of a running server, and only
 * where vite is installed, a development package.
 */
function mayBuild() {
  if (process.env.NODE_ENV === 'production') return false;
  try {
    createRequire(import.meta.url).resolve('vite/package.json');
    return true;
  } catch {
    return false;
  }
}

async function buildIfStale(built) {
  if (!(await isStale(built))) return true;
  const { name, last, program } = built;
  if (mayBuild()) {
    console.error(`${name}: building`);
    const [code] = await once(spawn(process.execPath, program, { stdio: 'inherit' }), 'exit');
    if (code !== 0) console.error(`${name}: could not be built`);
    return code === 0;
  }
  const isThere = existsSync(last);
  console.error(`${name}: ${isThere ? 'older than its sources' : 'missing'}, and not built by a start: npm run build`);
  return isThere;
}

/**
 * Bundles the server into build/server/ when its sources have changed since the last build.
 * @returns {Promise<boolean>} whether there is a bundle now
 */
export const bundleIfStale = () => buildIfStale(SERVER);

/**
 * Builds the portal into dist/ when its sources have changed since the last build. The server works without it.
 * @returns {Promise<boolean>} whether the build has not failed
 */
export const buildPortalIfStale = async () => (await buildIfStale(PORTAL)) || !mayBuild();
