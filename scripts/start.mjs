// Builds the portal if need be, then starts the server.
import { clearInterval, setInterval } from 'node:timers';
import closeWithGrace from 'close-with-grace';
import { register } from 'tsx/esm/api';
import { buildPortalIfStale } from './build-portal.mjs';

/** How often to look whether npm is still there, in ms. */
const LOOK_EVERY = 500;

/** The shell between npm and this process does not hand signals on: when it ends, the server ends as if told to. */
function endWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    // A second signal would cut off what the first one lets end.
    if (!closeWithGrace.closing) process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY);
  timer.unref();
}

/** Tells what is wrong with the settings before anything slow begins. */
async function areSettingsRight() {
  const { readSettings } = await import('../server/settings.ts');
  try {
    readSettings(process.env);
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  }
}

if (process.env.npm_lifecycle_event !== undefined) endWithParent();
register();
if ((await areSettingsRight()) && (await buildPortalIfStale())) await import('../server/main.ts');
else process.exitCode = 1;
