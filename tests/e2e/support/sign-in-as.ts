import type { Page } from '@playwright/test';
import { chooseIdentity } from '#tests/browser/sign-in.ts';

/** The entries of a session in session storage, by name. */
type Session = Readonly<Record<string, string>>;

const OF_A_SESSION = ['accessToken', 'refreshToken', 'session'];
/** How long a session is reused, in ms. An access token lasts ten minutes, so no test sees its end. */
const LENT_FOR_MS = 300_000;

const sessions = new Map<string, { readonly session: Session; readonly since: number }>();

function heldSession(page: Page): Promise<Session> {
  return page.evaluate(
    (names) => Object.fromEntries(names.map((name) => [name, sessionStorage.getItem(name) ?? ''])),
    OF_A_SESSION,
  );
}

/** Opens a screen as this user. The first call signs on, and later calls reuse its session. */
export async function signInAs(page: Page, username: string, path: string): Promise<void> {
  const lent = sessions.get(username);
  if (lent && Date.now() - lent.since < LENT_FOR_MS) {
    // Any page of the portal's origin gives access to its session storage.
    await page.goto('/config.json');
    await page.evaluate((session) => Object.assign(sessionStorage, session), lent.session);
    await page.goto(path);
    return;
  }
  await page.goto(path);
  await chooseIdentity(page, username);
  sessions.set(username, { session: await heldSession(page), since: Date.now() });
}
