import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isStale, mayBuild } from './staleness.mjs';

const SOURCES = ['src', 'contract', 'public', 'scripts', 'index.html', 'vite.config.ts'];

/** The last file that the build writes. */
const BUILT = 'dist/index.html.br';

const VITE = 'node_modules/vite/bin/vite.js';

/**
 * Builds the portal into dist/ when its sources have changed since the last build.
 * @returns {Promise<boolean>} whether a build exists now
 */
export async function buildPortalIfStale() {
  if (!(await isStale(SOURCES, BUILT))) return true;
  if (!mayBuild()) {
    console.log('Portal: older than its sources, and not built by a start: npm run build');
    return true;
  }
  console.log('Portal: building');
  const build = spawn(process.execPath, [VITE, 'build', '--logLevel', 'warn'], { stdio: 'inherit' });
  const [code] = await once(build, 'exit');
  if (code !== 0) console.error('The portal could not be built.');
  return code === 0;
}
