// Runs a command of the bundled server: node scripts/run.mjs anonymise|import|migrate|operator|reconcile …
import { bundleIfStale } from './build-if-stale.mjs';

const [command] = process.argv.splice(2, 1);
process.setSourceMapsEnabled(true);
if (await bundleIfStale()) await import(`../build/server/${command}.js`);
else process.exitCode = 1;
