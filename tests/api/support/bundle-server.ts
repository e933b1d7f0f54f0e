import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleServer as bundleInto } from '#scripts/bundle-server.mjs';

/** The server and its commands as JavaScript. */
interface Bundle {
  readonly programs: string;
  readonly remove: () => Promise<void>;
}

/** Bundles the server as `npm run build` does, into a folder of its own. */
export async function bundleServer(): Promise<Bundle> {
  await mkdir('.cache', { recursive: true });
  const folder = await mkdtemp(join('.cache', 'server-'));
  await bundleInto(folder);
  return { programs: folder, remove: () => rm(folder, { recursive: true }) };
}
