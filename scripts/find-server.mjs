import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { isStale, mayBuild } from './staleness.mjs';

/** The folder of the bundled server. */
export const BUNDLE = 'build/server';

/** The bundle contains the texts of documents and the version too. */
const SOURCES = ['server', 'demo', 'contract', 'scripts', 'public/locales', 'package.json'];

const FROM_SOURCES = { server: '../server/main.ts', settings: '../server/settings/read-settings.ts' };
const FROM_BUNDLE = { server: `../${BUNDLE}/server.js`, settings: `../${BUNDLE}/settings.js` };

async function isBundled() {
  const last = `${BUNDLE}/hash-thread.mjs`;
  if (process.env.NODE_ENV === 'production') return existsSync(last);
  if (!(await isStale(SOURCES, last))) return true;
  if (!mayBuild()) return false;
  const build = spawn(process.execPath, ['scripts/build-server.mjs'], { stdio: 'inherit' });
  const [code] = await once(build, 'exit');
  return code === 0;
}

/**
 * Finds the modules of the server, relative to this folder. In production it takes the bundle as it is;
 * otherwise it bundles them when they have changed since the last build.
 * Returns the sources if bundling is not possible.
 */
export async function findServer() {
  if (await isBundled()) {
    // Errors name the lines of the sources.
    process.setSourceMapsEnabled(true);
    return FROM_BUNDLE;
  }
  const { register } = await import('tsx/esm/api');
  register();
  return FROM_SOURCES;
}
