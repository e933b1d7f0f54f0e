// Bundles the server into build/server/.
import { rename, rm } from 'node:fs/promises';
import { bundleServer } from './bundle-server.mjs';
import { BUNDLE } from './build-if-stale.mjs';

// Written to a second folder until complete, because a server may be starting from the old bundle.
const made = `${BUNDLE}-${process.pid}`;
try {
  await bundleServer(made);
  await rm(BUNDLE, { recursive: true, force: true });
  await rename(made, BUNDLE);
} finally {
  await rm(made, { recursive: true, force: true });
}
