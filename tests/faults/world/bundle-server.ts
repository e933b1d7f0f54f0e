import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

/** The server in one file of JavaScript. */
interface ServerBundle {
  readonly program: string;
  readonly remove: () => Promise<void>;
}

const MIGRATIONS = 'server/database/migrations';
const HASH_THREAD = 'server/domain/pin/hash-thread.mjs';

/**
 * Bundles the server, whose every start would spend most of its time on the loader of TypeScript otherwise: what is
 * killed again and again must start quickly. The bundle lies in the project's folder, where its packages are found.
 */
export async function bundleServer(): Promise<ServerBundle> {
  await mkdir('.cache', { recursive: true });
  const folder = await mkdtemp(join('.cache', 'server-'));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { ssr: 'server/main.ts', outDir: folder, target: 'node20' },
  });
  await cp(MIGRATIONS, join(folder, 'migrations'), { recursive: true });
  await cp(HASH_THREAD, join(folder, 'hash-thread.mjs'));
  return { program: join(folder, 'main.js'), remove: () => rm(folder, { recursive: true }) };
}
