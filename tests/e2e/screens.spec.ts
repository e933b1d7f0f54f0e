import type { Page } from '@playwright/test';
import { adminPaths, paths } from '#src/providers/paths.ts';
import { LONG_TEST, isFull } from '#tests/extent.ts';
import { signInAs } from './support/sign-in-as.ts';
import { prepareViewCheck } from './support/view-check.ts';
import { people } from './support/people.ts';
import { type Visitor, asItOpens, screensOf } from './support/screens.ts';
import { failureStates, withOtherBusinesses } from './support/shell-states.ts';
import type { ScreenUnderTest } from './support/screen-states.ts';
import { expect, test } from './support/test.ts';

async function expectScreen(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Goes to another screen without reloading the page, as a link of the portal does. */
async function goTo(page: Page, path: string): Promise<void> {
  // A newly opened page has its title before its screen is visible.
  await expectScreen(page);
  const left = await page.evaluateHandle(() => ({
    title: document.title,
    heading: document.querySelector('h1'),
  }));
  await page.evaluate((url) => {
    window.history.pushState(null, '', url);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  // A list and its record may have the same title, and two screens may reuse the heading's element.
  await page.waitForFunction(({ title, heading }) => document.title !== title || heading?.isConnected !== true, left);
}

/** The operator's screens are generated. One of each kind is checked in every usual view. */
const OF_EACH_KIND = ['/gestione/assistiti', '/gestione/business/1', '/gestione/business/1/modifica'];
const isOneOfMany = (visitor: Visitor, path: string) => visitor === 'OPERATOR' && !OF_EACH_KIND.includes(path);

/** Opens the screens of a visitor and checks each in all its states. */
async function checkScreens(
  screen: ScreenUnderTest,
  visitor: Visitor,
  isChosen: (path: string) => boolean = () => true,
) {
  const { page, check } = screen;
  const open = async (path: string) => {
    if (new URL(page.url()).pathname !== path) await goTo(page, path);
    await expectScreen(page);
  };
  const screens = screensOf(visitor).filter(([path]) => isChosen(path));
  const inPassing = screens.filter(([, states]) => states === asItOpens);
  await check.through(
    inPassing.map(([path]) => ({ path, open: () => open(path), isOneOfMany: isOneOfMany(visitor, path) })),
  );
  for (const [path, states] of screens.filter(([, some]) => some !== asItOpens)) {
    await test.step(path, async () => {
      await open(path);
      await states(screen);
    });
  }
}

/** A check takes seconds. Each visitor is another user, so the tests run in parallel. */
test.describe.configure({ mode: 'parallel', timeout: isFull ? LONG_TEST : 360_000 });

test('design §5 access: the public screens, narrow and wide, in both themes', async ({ page, request, baseURL }) => {
  const foreign: string[] = [];
  page.on('request', (asked) => {
    if (!asked.url().startsWith(baseURL ?? '')) foreign.push(asked.url());
  });
  const check = await prepareViewCheck(page);
  await page.goto(paths.home);
  await checkScreens({ page, request, check, username: '' }, 'public');
  await goTo(page, '/nessuna/pagina');
  await check('a path that is no screen');
  await test.step('nothing is asked of any other origin', () => expect(foreign).toEqual([]));
  await failureStates(page, check);
});

test('design §5 access: every screen and dialog of a sale, narrow and wide, in both themes', async ({
  page,
  request,
}) => {
  const check = await prepareViewCheck(page);
  const username = people.supermarket;
  await signInAs(page, username, paths.patientSearch);
  await checkScreens({ page, request, check, username }, 'BUSINESS', (path) => path === paths.patientSearch);
});

test('design §5 access: every other screen of a shop, narrow and wide, in both themes', async ({ page, request }) => {
  const check = await prepareViewCheck(page);
  const username = people.withCancelCode;
  await withOtherBusinesses(page);
  await signInAs(page, username, paths.purchaseHistory);
  await checkScreens({ page, request, check, username }, 'BUSINESS', (path) => path !== paths.patientSearch);
});

test('design §5 access: the screens of a health authority, narrow and wide, in both themes', async ({
  page,
  request,
}) => {
  const check = await prepareViewCheck(page);
  const username = people.ofHealthAuthority;
  await signInAs(page, username, paths.billingSummary);
  await checkScreens({ page, request, check, username }, 'ASL');
});

const isForm = (path: string) => /\/(nuovo|modifica)$/.test(path);

for (const [what, isChosen] of [
  ['lists and records', (path: string) => !isForm(path)],
  ['forms', isForm],
] as const) {
  test(`design §5 access: the ${what} of an operator, narrow and wide, in both themes`, async ({ page, request }) => {
    const check = await prepareViewCheck(page);
    const username = people.ofRegion;
    await signInAs(page, username, adminPaths.patients);
    await checkScreens({ page, request, check, username }, 'OPERATOR', isChosen);
  });
}
