// Builds the portal and bundles the server if necessary, then starts the server.
import { clearInterval, setInterval } from 'node:timers';
import closeWithGrace from 'close-with-grace';
import { buildPortalIfStale, bundleIfStale } from './build-if-stale.mjs';

/** The interval in ms of the check whether npm still runs. */
const LOOK_EVERY = 500;

/** The shell between npm and this process does not pass signals on. When the shell ends, the server must end too. */
function endWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    // A second signal would interrupt the shutdown.
    if (!closeWithGrace.closing) process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY);
  timer.unref();
}

/** Reports wrong settings before any slow work. */
async function areSettingsRight() {
  const { readSettings } = await import('../build/server/settings.js');
  try {
    readSettings(process.env);
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  }
}

if (process.env.npm_lifecycle_event !== undefined) endWithParent();
// Errors name the lines of the sources.
process.setSourceMapsEnabled(true);
const isBuilt = (await bundleIfStale()) && (await areSettingsRight()) && (await buildPortalIfStale());
if (isBuilt) await import('../build/server/server.js');
else process.exitCode = 1;
