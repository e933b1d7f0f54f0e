import type { Page } from '@playwright/test';

/** Makes the purchases in doubt of this tab so old that none can be under way any more (decisions §2). */
export async function letDoubtsAge(page: Page): Promise<void> {
  await page.evaluate(() => {
    const doubts = JSON.parse(sessionStorage.getItem('purchasesInDoubt') ?? '[]') as { since: number }[];
    const old = doubts.map((doubt) => ({ ...doubt, since: doubt.since - 60_000 }));
    sessionStorage.setItem('purchasesInDoubt', JSON.stringify(old));
  });
}
