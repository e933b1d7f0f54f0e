import type { Page } from '@playwright/test';

/** Makes the unconfirmed purchases of this tab so old that none can still be executing (rules §2). */
export async function ageUnconfirmed(page: Page): Promise<void> {
  await page.evaluate(() => {
    const stored = JSON.parse(sessionStorage.getItem('purchasesInDoubt') ?? '[]') as { since: number }[];
    const old = stored.map((purchase) => ({ ...purchase, since: purchase.since - 60_000 }));
    sessionStorage.setItem('purchasesInDoubt', JSON.stringify(old));
  });
}
