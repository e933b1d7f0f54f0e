import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { unpackChromium } from './unpack-chromium.ts';

/** A browser that has told its version. */
export interface Chromium {
  readonly executablePath: string;
  readonly version: string;
  /** What it needs in its environment, beside everything that is there. */
  readonly environment: Readonly<Record<string, string>>;
}

const run = promisify(execFile);
/** 'whole', as people have it, or the same pages without a window around them, which takes less of the processor. */
export type ChromiumKind = 'whole' | 'headless shell';

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const HEADLESS_SHELL = ['chromium-headless-shell'];
const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const ANSWER_WITHIN_MS = 10_000;
const VERSION = /Chrom(?:e|ium)\D*(\d[\d.]*)/;

/** A name on the path may be a stub that only says how to install a browser: one that tells its version is real. */
async function askVersion(executablePath: string, environment: Chromium['environment'] = {}): Promise<Chromium | null> {
  const env = { ...process.env, ...environment };
  const answer = await run(executablePath, ['--version'], { timeout: ANSWER_WITHIN_MS, env }).catch(() => null);
  const version = VERSION.exec(answer?.stdout ?? '')?.[1];
  return version === undefined ? null : { executablePath, version, environment };
}

/** Those of the paths where something is, each file once. */
async function existing(paths: readonly string[]): Promise<string[]> {
  const files = await Promise.all(paths.map((path) => realpath(path).catch(() => null)));
  return paths.filter((_, index) => files[index] !== null && files.indexOf(files[index] ?? null) === index);
}

function newer(one: Chromium | null, other: Chromium | null): Chromium | null {
  if (one === null || other === null) return one ?? other;
  return other.version.localeCompare(one.version, 'en', { numeric: true }) > 0 ? other : one;
}

/** The newest Chromium that is on this machine, or null. */
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
 * The Chromium that the tests take: the one that `CHROMIUM_PATH` names, else the newest on this machine, else the one of
 * the package `@sparticuz/chromium`. Nothing is downloaded.
 * @param preferred which of two that are equally new
 */
export async function findChromium(preferred: ChromiumKind = 'whole'): Promise<Chromium> {
  const named = process.env.CHROMIUM_PATH ?? '';
  const found = named === '' ? ((await findNewest(preferred)) ?? (await fromPackage())) : await askVersion(named);
  if (found === null)
    throw new Error(`No Chromium tells its version${named === '' ? '' : ` at CHROMIUM_PATH, ${named}`}`);
  return found;
}
