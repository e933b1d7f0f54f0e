import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './tests/browser/find-chromium.ts';
import { launchOptionsOf } from './tests/browser/launch-options.ts';
import { isFull } from './tests/extent.ts';

const SECOND = 1000;

const browser = await findChromium(isFull ? 'whole' : 'headless shell');
const launchOptions = launchOptionsOf(browser);
/** Pages of tests are too short-lived for the optimizing compiler: without it they take a tenth less processor time. */
const withoutOptimizer = { ...launchOptions, args: [...(launchOptions.args ?? []), '--js-flags=--no-turbofan'] };

export default defineConfig({
  testDir: 'tests',
  testMatch: ['e2e/**/*.spec.ts', 'faults/**/*.spec.ts'],
  ...(!isFull && { grepInvert: /@full/ }),
  globalSetup: './tests/e2e/support/global-setup.ts',
  metadata: { browser: `Chromium ${browser.version}, ${browser.executablePath}` },
  forbidOnly: process.env.CI !== undefined,
  // A browser uses all of a processor: with one more worker all tests together take longer.
  workers: availableParallelism(),
  // Limits for a machine that is slow or busy, not times that anything takes.
  timeout: 120 * SECOND,
  expect: { timeout: 20 * SECOND },
  reporter: [['list']],
  use: {
    launchOptions: isFull ? launchOptions : withoutOptimizer,
    locale: 'it-IT',
    // Far from Rome on purpose: dates and times are Rome's wherever the browser is (rules §1).
    timezoneId: 'Pacific/Auckland',
    viewport: { width: 1280, height: 900 },
    // What moves takes processor time from all; its delays have tests that ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30 * SECOND,
    screenshot: 'only-on-failure',
  },
});
