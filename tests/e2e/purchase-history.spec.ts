import { chooseIdentity } from '#tests/browser/sign-in.ts';
import { expectAccessible, expectNoSidewaysScrolling } from './support/accessibility.ts';
import { people } from './support/people.ts';
import { expect, test } from './support/test.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`design §5 axe: the purchase history has no violation, ${colorScheme}; narrow, no sideways scrolling`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/storico-acquisti');
    await chooseIdentity(page, people.glutenFreeShop);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Storico acquisti');
    await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('€');
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScrolling(page);
  });
}
