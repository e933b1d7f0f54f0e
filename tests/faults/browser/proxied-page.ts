import { type Browser, type BrowserContext, type Page, expect, request } from '@playwright/test';
import { chooseIdentity } from '#tests/browser/sign-in.ts';
import { type Ask, apiOf } from '#tests/e2e/support/api.ts';
import { people } from '#tests/e2e/support/people.ts';
import { chooseStore } from '#tests/e2e/support/sale.ts';
import { holdTimeouts } from '../portal/timeouts.ts';
import { type FaultProxy, startFaultProxy } from '../proxy/fault-proxy.ts';

const STORE = 'Erboristeria Lentisco e Mirto – Lanusei';
const OF_A_SESSION = ['accessToken', 'refreshToken', 'session'];

/** A shop's portal in a browser behind a fault proxy, and direct access to the server. */
export interface ProxiedPage {
  readonly proxy: FaultProxy;
  /** The portal on the search screen, with a signed-in user and a chosen store. */
  readonly page: Page;
  /** Calls the server without the proxy. */
  readonly ask: Ask;
  /** The errors of the page. */
  readonly errors: readonly string[];
  readonly close: () => Promise<void>;
}

/** Signs on at the server. Returns the page and the session of its session storage. */
async function signOn(context: BrowserContext, serverUrl: string) {
  const page = await context.newPage();
  await page.goto(`${serverUrl}/ricerca-assistiti`);
  await chooseIdentity(page, people.herbalist);
  await expect(page.getByRole('banner')).toContainText(people.herbalist);
  const session = await page.evaluate(
    (names) => Object.fromEntries(names.map((name) => [name, sessionStorage.getItem(name) ?? ''])),
    OF_A_SESSION,
  );
  return { page, session };
}

/** Ends the time limits of all requests of the page. A page that is being left has none. */
async function endTimeouts(page: Page): Promise<void> {
  await page.evaluate(() => window.endTimeouts?.()).catch(() => undefined);
}

/** Opens the portal behind a proxy, with a session from the server itself. */
export async function openProxiedPage(browser: Browser, serverUrl: string): Promise<ProxiedPage> {
  const context = await browser.newContext({ locale: 'it-IT', reducedMotion: 'reduce' });
  const api = await request.newContext({ baseURL: serverUrl });
  const { page, session } = await signOn(context, serverUrl);
  const ask = await apiOf(page, api);

  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const proxy = await startFaultProxy(serverUrl, { onSilence: () => void endTimeouts(page) });
  await page.addInitScript(holdTimeouts);
  await page.goto(`${proxy.url}/config.json`);
  await page.evaluate((held) => Object.assign(sessionStorage, held), session);
  await page.goto(`${proxy.url}/ricerca-assistiti`);
  await chooseStore(page, STORE);
  return {
    proxy,
    page,
    ask,
    errors,
    close: async () => {
      await api.dispose();
      await context.close();
      await proxy.close();
    },
  };
}
