import { availableParallelism } from 'node:os';
import { type PlaywrightTestProject, defineConfig } from '@playwright/test';
import { findChromium } from './tests/browser/find-chromium.ts';
import { findFirefox } from './tests/browser/find-firefox.ts';
import { launchOptionsOf } from './tests/browser/launch-options.ts';
import { isFull } from './tests/extent.ts';

const SECOND = 1000;

const [chromium, firefox] = await Promise.all([findChromium(isFull ? 'whole' : 'headless shell'), findFirefox()]);
const launchOptions = launchOptionsOf(chromium);
/** Test pages are too short-lived for the optimizing compiler; without it they use 10 % less CPU. */
const withoutOptimizer = { ...launchOptions, args: [...(launchOptions.args ?? []), '--js-flags=--no-turbofan'] };

/** Chromium leaves to Firefox what both would prove, unless the machine has none. */
const leftOut = firefox ? /@full/ : /^(?=.*@full)(?!.*@firefox)/s;

const inChromium: PlaywrightTestProject = {
  name: 'Chromium',
  ...(!isFull && { grepInvert: leftOut }),
  use: {
    launchOptions: isFull ? launchOptions : withoutOptimizer,
    // Animations take processor time. The tests of their delays turn them on.
    contextOptions: { reducedMotion: 'reduce' },
  },
};

/** Decision 0006. Playwright cannot set the media features of this Firefox. */
const inFirefox: PlaywrightTestProject[] = firefox
  ? [
      {
        name: 'Firefox',
        grep: /@firefox/,
        use: {
          browserName: 'firefox',
          channel: 'moz-firefox',
          launchOptions: {
            executablePath: 'tests/browser/firefox-launcher.mjs',
            env: { ...process.env, FIREFOX_PATH: firefox.executablePath },
            firefoxUserPrefs: {
              'ui.prefersReducedMotion': 1,
              // Their requests would be errors on pages that allow no pictures.
              'browser.chrome.site_icons': false,
              // A saved PDF would open in a tab.
              'browser.download.force_save_internally_handled_attachments': true,
            },
          },
        },
      },
    ]
  : [];

const NO_FIREFOX = 'no Firefox on this machine, so its tests are left out (FIREFOX_PATH; the package firefox-esr)';

export default defineConfig({
  testDir: 'tests',
  testMatch: ['e2e/**/*.spec.ts', 'faults/**/*.spec.ts'],
  globalSetup: './tests/e2e/support/global-setup.ts',
  metadata: {
    browsers: [
      `Chromium ${chromium.version}, ${chromium.executablePath}`,
      firefox ? `Firefox ${firefox.version}, ${firefox.executablePath}` : NO_FIREFOX,
    ],
  },
  projects: [...inFirefox, inChromium],
  forbidOnly: process.env.CI !== undefined,
  // A browser uses a whole processor, so more workers would not make the run faster.
  workers: availableParallelism(),
  // Upper limits for a slow or busy machine, not expected durations.
  timeout: 300 * SECOND,
  expect: { timeout: 60 * SECOND },
  reporter: [['list']],
  use: {
    locale: 'it-IT',
    // The time zone is far from Rome, because dates and times are Rome's wherever the browser is (rules §1).
    timezoneId: 'Pacific/Auckland',
    viewport: { width: 1280, height: 900 },
    actionTimeout: 60 * SECOND,
    screenshot: 'only-on-failure',
  },
});
