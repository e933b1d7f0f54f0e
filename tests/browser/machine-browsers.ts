import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** A browser that has printed its version. */
export interface FoundBrowser {
  readonly executablePath: string;
  readonly version: string;
  /** Additional environment variables. */
  readonly environment: Readonly<Record<string, string>>;
}

const run = promisify(execFile);
/** An upper limit for a busy machine, in ms. */
const ANSWER_WITHIN_MS = 60_000;
const VERSION = /(?:Chrom(?:e|ium)|Firefox)\D*(\d[\d.]*)/;

/** A command on the path may be a stub that only explains the installation. A real browser prints its version. */
export async function askVersion(
  executablePath: string,
  environment: FoundBrowser['environment'] = {},
): Promise<FoundBrowser | null> {
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

function newer(one: FoundBrowser | null, other: FoundBrowser | null): FoundBrowser | null {
  if (one === null || other === null) return one ?? other;
  return other.version.localeCompare(one.version, 'en', { numeric: true }) > 0 ? other : one;
}

/**
 * The newest browser of this machine, or null.
 * @param commands names on the path; of two browsers of the same version the first is chosen
 * @param elsewhere paths of files
 */
export async function findNewest(
  commands: readonly string[],
  elsewhere: readonly string[],
): Promise<FoundBrowser | null> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onThePath = commands.flatMap((command) => folders.map((folder) => join(folder, command)));
  const paths = await existing([...onThePath, ...elsewhere]);
  const found = await Promise.all(paths.map((path) => askVersion(path)));
  return found.reduce(newer, null);
}

/**
 * The browser that an environment variable names.
 * @throws Error if that browser does not tell its version
 */
export async function findNamed(variable: 'CHROMIUM_PATH' | 'FIREFOX_PATH'): Promise<FoundBrowser | null> {
  const path = process.env[variable] ?? '';
  if (path === '') return null;
  const found = await askVersion(path);
  if (found === null) throw new Error(`No browser tells its version at ${variable}, ${path}`);
  return found;
}
