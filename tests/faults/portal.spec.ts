import { expect, test } from '@playwright/test';
import { isFull } from '#tests/extent.ts';
import { type ProxiedPage, openPageObject } from './browser/proxied-page.ts';
import { cancelInScenario, orderInScenario, reloadInScenario, sellInScenario } from './browser/scenarios.ts';

const SEEDS = Array.from({ length: isFull ? 15 : 2 }, (_, index) => index + 1);
/** One that has reached the server before the page goes, and one that has not. */
const SEEDS_OF_RELOADS = SEEDS.slice(0, 2);

/** One page for all scenarios of a worker. */
const scenarioTest = test.extend<object, { readonly pageObject: ProxiedPage }>({
  pageObject: [
    async ({ browser }, use) => {
      const pageObject = await openPageObject(browser, process.env.REFERENCE_SERVER_URL ?? '');
      await use(pageObject);
      await pageObject.close();
    },
    { scope: 'worker' },
  ],
});

scenarioTest.describe.configure({ mode: 'parallel' });

for (const seed of SEEDS) {
  scenarioTest(
    `design §6 faults in Chromium: a sale, its order and a cancellation, seed ${seed}`,
    async ({ pageObject }) => {
      const purchaseId = await sellInScenario(pageObject, seed);
      await orderInScenario(pageObject, seed, purchaseId);
      await cancelInScenario(pageObject, seed);
      expect(pageObject.errors).toEqual([]);
    },
  );
}

for (const seed of SEEDS_OF_RELOADS) {
  scenarioTest(
    `design §6 faults in Chromium: a page that is reloaded while its purchase is executed, seed ${seed}`,
    async ({ pageObject }) => {
      await reloadInScenario(pageObject, seed);
      expect(pageObject.errors).toEqual([]);
    },
  );
}
