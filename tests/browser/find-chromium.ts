import { delimiter } from 'node:path';
import { chromium } from '@playwright/test';
import { type FoundBrowser, askVersion, findNamed, findNewest } from './machine-browsers.ts';
import { unpackChromium } from './unpack-chromium.ts';

/**
 * 'whole' is the usual browser. The headless shell shows the same pages without a window and takes less processor time.
 */
type ChromiumKind = 'whole' | 'headless shell';

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const HEADLESS_SHELL = ['chromium-headless-shell'];
const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

async function fromPackage(): Promise<FoundBrowser | null> {
  const { executablePath, libraryFolder, fontFolder } = await unpackChromium();
  const libraries = [libraryFolder, process.env.LD_LIBRARY_PATH ?? ''].filter((path) => path !== '');
  return askVersion(executablePath, { LD_LIBRARY_PATH: libraries.join(delimiter), FONTCONFIG_PATH: fontFolder });
}

/**
 * The Chromium of the tests: that of `CHROMIUM_PATH`, else the newest of this machine, else that of the package
 * `@sparticuz/chromium`. Downloads nothing.
 * @param preferred the kind to choose between two of the same version
 */
export async function findChromium(preferred: ChromiumKind = 'whole'): Promise<FoundBrowser> {
  const commands = preferred === 'whole' ? [...WHOLE, ...HEADLESS_SHELL] : [...HEADLESS_SHELL, ...WHOLE];
  const found =
    (await findNamed('CHROMIUM_PATH')) ??
    (await findNewest(commands, [chromium.executablePath(), ...MAC_APPLICATIONS])) ??
    (await fromPackage());
  if (found === null) throw new Error('The Chromium of the package does not start');
  return found;
}
