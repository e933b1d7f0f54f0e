import type { LaunchOptions } from '@playwright/test';
import { findChromium } from './find-chromium.ts';
import { unpackChromium } from './unpack-chromium.ts';

/** `--no-sandbox` because tests run as root in containers; the rest keeps the browser quiet and small. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

/**
 * How Playwright starts a Chromium here: the one that `CHROMIUM_PATH` names, else one found on the machine, else the
 * one of the package `@sparticuz/chromium`. Nothing is downloaded.
 */
export async function chromiumLaunchOptions(): Promise<LaunchOptions> {
  const named = process.env.CHROMIUM_PATH ?? '';
  const executablePath = named === '' ? await findChromium() : named;
  if (executablePath !== null) return { executablePath, args: ARGUMENTS };

  const unpacked = await unpackChromium();
  const libraries = [unpacked.libraryFolder, process.env.LD_LIBRARY_PATH ?? ''].filter((path) => path !== '');
  return {
    executablePath: unpacked.executablePath,
    args: ARGUMENTS,
    env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':'), FONTCONFIG_PATH: unpacked.fontFolder },
  };
}
