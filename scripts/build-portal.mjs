import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const SOURCES = [
  'src',
  'contract',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/check-texts.ts',
  'scripts/compress-assets.ts',
  'scripts/opening-texts.ts',
  'scripts/public-mark.ts',
  'scripts/refuse-circles.ts',
  'scripts/refuse-wrong-texts.ts',
  'scripts/text-problems.ts',
];
const LOCK_FILE = 'package-lock.json';

/** Written by the build when everything else is there. */
const BUILT = 'dist/index.html.br';

/** @returns {Promise<number>} when a file was last changed, in ms; 0 when it is not there */
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

async function isStale() {
  const built = await changedAt(BUILT);
  const changes = await Promise.all([...SOURCES, LOCK_FILE].map(newestIn));
  return changes.some((changed) => changed > built);
}

/** Where vite's program is; null where the packages for development are not installed. */
function viteProgram() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  } catch {
    return null;
  }
}

/**
 * Builds the portal into dist/ when its sources have changed since it was built.
 * @returns {Promise<boolean>} whether the portal is built now
 */
export async function buildPortalIfStale() {
  if (!(await isStale())) return true;
  const vite = viteProgram();
  if (vite === null) {
    console.log('Portal: not rebuilt, since vite is not installed');
    return true;
  }
  console.log('Portal: building');
  const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], { stdio: 'inherit' });
  const [code] = await once(build, 'exit');
  if (code !== 0) console.error('The portal could not be built.');
  return code === 0;
}
