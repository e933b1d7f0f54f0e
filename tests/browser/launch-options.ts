import type { LaunchOptions } from '@playwright/test';
import type { FoundBrowser } from './machine-browsers.ts';

/** `--no-sandbox` is needed because tests run as root in containers. The other arguments save resources. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

/** Playwright's launch options for a Chromium. */
export function launchOptionsOf({ executablePath, environment }: FoundBrowser): LaunchOptions {
  return { executablePath, args: ARGUMENTS, env: { ...process.env, ...environment } };
}
