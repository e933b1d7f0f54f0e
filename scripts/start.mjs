// Builds the portal and bundles the server if necessary, then starts the server.
import { clearInterval, setInterval } from 'node:timers';
import closeWithGrace from 'close-with-grace';
import { buildPortalIfStale } from './build-portal.mjs';
import { findServer } from './find-server.mjs';

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
async function areSettingsRight(settings) {
  const { readSettings } = await import(settings);
  try {
    readSettings(process.env);
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  }
}

if (process.env.npm_lifecycle_event !== undefined) endWithParent();
const { server, settings } = await findServer();
if ((await areSettingsRight(settings)) && (await buildPortalIfStale())) await import(server);
else process.exitCode = 1;
