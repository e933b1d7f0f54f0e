import type { Page } from '@playwright/test';
import { chooseIdentity } from '#tests/browser/sign-in.ts';

/** What session storage holds of a session, by name. */
type Session = Readonly<Record<string, string>>;

const OF_A_SESSION = ['accessToken', 'refreshToken', 'session'];
/** An access token lasts ten minutes: a session is lent while no test can see its end. */
const LENT_FOR_MS = 300_000;

const sessions = new Map<string, { readonly session: Session; readonly since: number }>();

function heldSession(page: Page): Promise<Session> {
  return page.evaluate(
    (names) => Object.fromEntries(names.map((name) => [name, sessionStorage.getItem(name) ?? ''])),
    OF_A_SESSION,
  );
}

/** Goes to a screen as this user: at first by signing on, as a person does, and later with the session of that. */
export async function signInAs(page: Page, username: string, path: string): Promise<void> {
  const lent = sessions.get(username);
  if (lent && Date.now() - lent.since < LENT_FOR_MS) {
    // Any address of the portal's origin will do.
    await page.goto('/config.json');
    await page.evaluate((session) => Object.assign(sessionStorage, session), lent.session);
    await page.goto(path);
    return;
  }
  await page.goto(path);
  await chooseIdentity(page, username);
  sessions.set(username, { session: await heldSession(page), since: Date.now() });
}
