import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './tests/browser/find-chromium.ts';
import { launchOptionsOf } from './tests/browser/launch-options.ts';
import { isFull } from './tests/extent.ts';

const SECOND = 1000;

const browser = await findChromium(isFull ? 'whole' : 'headless shell');
const launchOptions = launchOptionsOf(browser);
/** Test pages are too short-lived for the optimizing compiler; without it they use 10 % less CPU. */
const withoutOptimizer = { ...launchOptions, args: [...(launchOptions.args ?? []), '--js-flags=--no-turbofan'] };

export default defineConfig({
  testDir: 'tests',
  testMatch: ['e2e/**/*.spec.ts', 'faults/**/*.spec.ts'],
  ...(!isFull && { grepInvert: /@full/ }),
  globalSetup: './tests/e2e/support/global-setup.ts',
  metadata: { browser: `Chromium ${browser.version}, ${browser.executablePath}` },
  forbidOnly: process.env.CI !== undefined,
  // A browser uses a whole processor, so more workers would not make the run faster.
  workers: availableParallelism(),
  // Upper limits for a slow or busy machine, not expected durations.
  timeout: 120 * SECOND,
  expect: { timeout: 20 * SECOND },
  reporter: [['list']],
  use: {
    launchOptions: isFull ? launchOptions : withoutOptimizer,
    locale: 'it-IT',
    // The time zone is far from Rome, because dates and times are Rome's wherever the browser is (rules §1).
    timezoneId: 'Pacific/Auckland',
    viewport: { width: 1280, height: 900 },
    // Animations take processor time. The tests of their delays turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30 * SECOND,
    screenshot: 'only-on-failure',
  },
});
