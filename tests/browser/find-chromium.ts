import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';

const run = promisify(execFile);
const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const ANSWER_WITHIN_MS = 10_000;

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** A name on the path may be a stub that only says how to install a browser: one that tells its version is real. */
async function tellsItsVersion(path: string): Promise<boolean> {
  return run(path, ['--version'], { timeout: ANSWER_WITHIN_MS }).then(
    ({ stdout }) => /\d+\.\d+/.test(stdout),
    () => false,
  );
}

/** The path of a Chromium that is already on this machine, or null. */
export async function findChromium(): Promise<string | null> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onThePath = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
  for (const path of [chromium.executablePath(), ...onThePath, ...MAC_APPLICATIONS]) {
    if ((await exists(path)) && (await tellsItsVersion(path))) return path;
  }
  return null;
}
