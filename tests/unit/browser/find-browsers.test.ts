import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findChromium } from '#tests/browser/find-chromium.ts';
import { findFirefox } from '#tests/browser/find-firefox.ts';
import { unpackChromium } from '#tests/browser/unpack-chromium.ts';

let folder = '';

/** Installs a command on a machine without any other. Returns its path. */
async function install(command: string, script: string): Promise<string> {
  const path = join(folder, command);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

// The path still has every command here.
beforeAll(async () => {
  await unpackChromium();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'machine-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('CHROMIUM_PATH', '');
  vi.stubEnv('FIREFOX_PATH', '');
  vi.spyOn(chromium, 'executablePath').mockReturnValue(join(folder, 'of-playwright'));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

test('design §6 browser of the tests: the newest on the machine, whoever brought it', async () => {
  await install('chromium', 'echo "Chromium 99.0.8078.79 built on Debian GNU/Linux"');
  const newest = await install('google-chrome', 'echo "Google Chrome 9156.0.8078.79"');
  expect(await findChromium()).toMatchObject({ executablePath: newest, version: '9156.0.8078.79' });
  const own = await install('of-playwright', 'echo "Google Chrome for Testing 9156.0.8078.80"');
  expect(await findChromium()).toMatchObject({ executablePath: own, version: '9156.0.8078.80' });
});

test('design §6 browser of the tests: of two alike the preferred kind, and no stub', async () => {
  const shell = await install('chromium-headless-shell', 'echo "Chromium 9156.0.8078.79"');
  const chrome = await install('google-chrome-stable', 'echo "Google Chrome 9156.0.8078.79"');
  await install('chromium-browser', 'echo "Install version 9999.1 of the chromium snap"; exit 1');
  expect(await findChromium()).toMatchObject({ executablePath: chrome });
  expect(await findChromium('headless shell')).toMatchObject({ executablePath: shell });
});

test('design §6 browser of the tests: CHROMIUM_PATH decides; one that does not start is refused by its name', async () => {
  await install('chromium', 'echo "Chromium 9156.0.8078.79"');
  const older = await install('older', 'echo "Chromium 120.0.1.2"');
  vi.stubEnv('CHROMIUM_PATH', older);
  expect(await findChromium()).toMatchObject({ executablePath: older, version: '120.0.1.2' });
  vi.stubEnv('CHROMIUM_PATH', join(folder, 'none'));
  await expect(findChromium()).rejects.toThrow(join(folder, 'none'));
});

test('design §6 browser of the tests: the Firefox of FIREFOX_PATH, else the newest, else none', async () => {
  if (process.platform === 'linux') expect(await findFirefox()).toBeNull();
  const older = await install('firefox', 'echo "Mozilla Firefox 9153.6.0"');
  const newest = await install('firefox-esr', 'echo "Mozilla Firefox 9153.7.0esr"');
  expect(await findFirefox()).toMatchObject({ executablePath: newest, version: '9153.7.0' });
  vi.stubEnv('FIREFOX_PATH', older);
  expect(await findFirefox()).toMatchObject({ executablePath: older, version: '9153.6.0' });
  vi.stubEnv('FIREFOX_PATH', join(folder, 'none'));
  await expect(findFirefox()).rejects.toThrow('FIREFOX_PATH');
});

test.runIf(process.platform === 'linux')(
  'design §6 browser of the tests: the one inside a package where the machine has nothing else',
  async () => {
    const { executablePath } = await unpackChromium();
    expect(await findChromium()).toMatchObject({ executablePath, version: expect.stringMatching(/^\d+\./) as string });
  },
);
