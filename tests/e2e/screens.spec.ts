import { chooseIdentity } from '#tests/browser/sign-in.ts';
import { paths } from '#src/providers/paths.ts';
import { lookAt } from './support/look.ts';
import { people } from './support/people.ts';
import { type Visitor, screensOf } from './support/screens.ts';
import type { Visit } from './support/stop.ts';
import { expect, test } from './support/test.ts';

/** Goes to the screens of a visitor and looks at each of them in all its states. */
async function visitScreens(visit: Visit, visitor: Visitor, isChosen: (path: string) => boolean = () => true) {
  const { page } = visit;
  for (const [path, stops] of screensOf(visitor).filter(([shown]) => isChosen(shown))) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await stops(visit);
    });
  }
}

/** One look is some seconds: axe, four widths, both themes and languages, large texts. */
test.slow();

test('design §5 access: the public screens, at every width, in both themes and languages', async ({
  page,
  request,
  baseURL,
}) => {
  const foreign: string[] = [];
  page.on('request', (asked) => {
    if (!asked.url().startsWith(baseURL ?? '')) foreign.push(asked.url());
  });
  const look = await lookAt(page);
  await visitScreens({ page, request, look, username: '' }, 'public');
  await page.goto('/nessuna/pagina');
  await look('a path that is no screen');
  await test.step('nothing is asked of any other origin', () => expect(foreign).toEqual([]));
});

test('design §5 access: every screen and dialog of a sale, at every width, in both themes and languages', async ({
  page,
  request,
}) => {
  const look = await lookAt(page);
  const username = people.supermarket;
  await page.goto(paths.patientSearch);
  await chooseIdentity(page, username);
  await visitScreens({ page, request, look, username }, 'BUSINESS', (path) => path === paths.patientSearch);
});

test('design §5 access: every other screen of a shop, at every width, in both themes and languages', async ({
  page,
  request,
}) => {
  const look = await lookAt(page);
  const username = people.withCancelCode;
  await page.goto(paths.purchaseHistory);
  await chooseIdentity(page, username);
  await visitScreens({ page, request, look, username }, 'BUSINESS', (path) => path !== paths.patientSearch);
});

test('design §5 access: the screens of a health authority, at every width, in both themes and languages', async ({
  page,
  request,
}) => {
  const look = await lookAt(page);
  const username = people.ofHealthAuthority;
  await page.goto(paths.billingSummary);
  await chooseIdentity(page, username);
  await visitScreens({ page, request, look, username }, 'ASL');
});
