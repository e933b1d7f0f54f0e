import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { unpackChromium } from './unpack-chromium.ts';

/** A browser that has printed its version. */
export interface Chromium {
  readonly executablePath: string;
  readonly version: string;
  /** Additional environment variables. */
  readonly environment: Readonly<Record<string, string>>;
}

const run = promisify(execFile);
/**
 * 'whole' is the usual browser. The headless shell shows the same pages without a window and takes less processor time.
 */
export type ChromiumKind = 'whole' | 'headless shell';

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const HEADLESS_SHELL = ['chromium-headless-shell'];
const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const ANSWER_WITHIN_MS = 10_000;
const VERSION = /Chrom(?:e|ium)\D*(\d[\d.]*)/;

/** A command on the path may be a stub that only explains the installation. A real browser prints its version. */
async function askVersion(executablePath: string, environment: Chromium['environment'] = {}): Promise<Chromium | null> {
  const env = { ...process.env, ...environment };
  const answer = await run(executablePath, ['--version'], { timeout: ANSWER_WITHIN_MS, env }).catch(() => null);
  const version = VERSION.exec(answer?.stdout ?? '')?.[1];
  return version === undefined ? null : { executablePath, version, environment };
}

/** The paths that exist, each file once. */
async function existing(paths: readonly string[]): Promise<string[]> {
  const files = await Promise.all(paths.map((path) => realpath(path).catch(() => null)));
  return paths.filter((_, index) => files[index] !== null && files.indexOf(files[index] ?? null) === index);
}

function newer(one: Chromium | null, other: Chromium | null): Chromium | null {
  if (one === null || other === null) return one ?? other;
  return other.version.localeCompare(one.version, 'en', { numeric: true }) > 0 ? other : one;
}

/** The newest Chromium of this machine, or null. */
async function findNewest(preferred: ChromiumKind): Promise<Chromium | null> {
  const commands = preferred === 'whole' ? [...WHOLE, ...HEADLESS_SHELL] : [...HEADLESS_SHELL, ...WHOLE];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onThePath = commands.flatMap((command) => folders.map((folder) => join(folder, command)));
  const paths = await existing([...onThePath, chromium.executablePath(), ...MAC_APPLICATIONS]);
  const found = await Promise.all(paths.map((path) => askVersion(path)));
  return found.reduce(newer, null);
}

async function fromPackage(): Promise<Chromium | null> {
  const { executablePath, libraryFolder, fontFolder } = await unpackChromium();
  const libraries = [libraryFolder, process.env.LD_LIBRARY_PATH ?? ''].filter((path) => path !== '');
  return askVersion(executablePath, { LD_LIBRARY_PATH: libraries.join(':'), FONTCONFIG_PATH: fontFolder });
}

/**
 * The Chromium of the tests: that of `CHROMIUM_PATH`, else the newest of this machine, else that of the package
 * `@sparticuz/chromium`. Downloads nothing.
 * @param preferred the kind to choose between two of the same version
 */
export async function findChromium(preferred: ChromiumKind = 'whole'): Promise<Chromium> {
  const named = process.env.CHROMIUM_PATH ?? '';
  const found = named === '' ? ((await findNewest(preferred)) ?? (await fromPackage())) : await askVersion(named);
  if (found === null)
    throw new Error(`No Chromium tells its version${named === '' ? '' : ` at CHROMIUM_PATH, ${named}`}`);
  return found;
}
