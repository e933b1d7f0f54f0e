import { expect, test } from '@playwright/test';
import { isFull } from '#tests/extent.ts';
import { type ProxiedDesk, openDesk } from './browser/proxied-desk.ts';
import { cancelInStorm, orderInStorm, reloadInStorm, sellInStorm } from './browser/storms.ts';

const SEEDS = Array.from({ length: isFull ? 15 : 4 }, (_, index) => index + 1);
/** One that has reached the server before the page goes, and one that has not. */
const SEEDS_OF_RELOADS = SEEDS.slice(0, 2);

/** One desk for all storms of a worker. */
const stormTest = test.extend<object, { readonly desk: ProxiedDesk }>({
  desk: [
    async ({ browser }, use) => {
      const desk = await openDesk(browser, process.env.REFERENCE_SERVER_URL ?? '');
      await use(desk);
      await desk.close();
    },
    { scope: 'worker' },
  ],
});

stormTest.describe.configure({ mode: 'parallel' });

for (const seed of SEEDS) {
  stormTest(`design §6 faults in Chromium: a sale, its order and a cancellation, seed ${seed}`, async ({ desk }) => {
    const purchaseId = await sellInStorm(desk, seed);
    await orderInStorm(desk, seed, purchaseId);
    await cancelInStorm(desk, seed);
    expect(desk.errors).toEqual([]);
  });
}

for (const seed of SEEDS_OF_RELOADS) {
  stormTest(
    `design §6 faults in Chromium: a page that is reloaded while its purchase is executed, seed ${seed}`,
    async ({ desk }) => {
      await reloadInStorm(desk, seed);
      expect(desk.errors).toEqual([]);
    },
  );
}
