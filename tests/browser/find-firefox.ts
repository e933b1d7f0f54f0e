import { type FoundBrowser, findNamed, findNewest } from './machine-browsers.ts';

const COMMANDS = ['firefox-esr', 'firefox'];
const MAC_APPLICATION = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** The Firefox of the tests: that of `FIREFOX_PATH`, else the newest of this machine, else none. */
export async function findFirefox(): Promise<FoundBrowser | null> {
  return (await findNamed('FIREFOX_PATH')) ?? (await findNewest(COMMANDS, [MAC_APPLICATION]));
}
