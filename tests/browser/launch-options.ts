import type { LaunchOptions } from '@playwright/test';
import type { Chromium } from './find-chromium.ts';

/** `--no-sandbox` because tests run as root in containers; the rest keeps the browser quiet and small. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

/** How Playwright starts a Chromium here. */
export function launchOptionsOf({ executablePath, environment }: Chromium): LaunchOptions {
  return { executablePath, args: ARGUMENTS, env: { ...process.env, ...environment } };
}
