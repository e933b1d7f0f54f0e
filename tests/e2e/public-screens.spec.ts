import { expectAccessible, expectNoSidewaysScrolling } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

const SCREENS = ['/', '/support', '/informazioni-buoni', '/user-not-found', '/redirect-url', '/nessuna/pagina'];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`design §5 axe: the public screens have no violation, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const path of SCREENS) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page);
      });
    }
  });
}

test('design §5 narrow: the public screens do not scroll sideways at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of SCREENS) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSidewaysScrolling(page);
    });
  }
});

test('§2 public screens: nothing is asked of any other origin, and no page error', async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '')) foreign.push(request.url());
  });
  for (const path of SCREENS) await page.goto(path, { waitUntil: 'networkidle' });
  expect(foreign).toEqual([]);
});
