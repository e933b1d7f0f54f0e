import { expect, test } from '@playwright/test';
import { isFull } from '#tests/extent.ts';
import { type ProxiedPage, openProxiedPage } from './browser/proxied-page.ts';
import { cancelInScenario, orderInScenario, reloadInScenario, sellInScenario } from './browser/scenarios.ts';

/** The same scenarios run in jsdom with more seeds. */
const SEEDS = Array.from({ length: isFull ? 15 : 1 }, (_, index) => index + 1);
/** One request reaches the server before the reload, the other does not. */
const SEEDS_OF_RELOADS = [1, 2];

/** One page for all scenarios of a worker. */
const scenarioTest = test.extend<object, { readonly proxiedPage: ProxiedPage }>({
  proxiedPage: [
    async ({ browser }, use) => {
      const proxiedPage = await openProxiedPage(browser, process.env.REFERENCE_SERVER_URL ?? '');
      await use(proxiedPage);
      await proxiedPage.close();
    },
    { scope: 'worker' },
  ],
});

scenarioTest.describe.configure({ mode: 'parallel' });

for (const seed of SEEDS) {
  scenarioTest(
    `design §6 faults in Chromium: a sale, its order and a cancellation, seed ${seed}`,
    async ({ proxiedPage }) => {
      const purchaseId = await sellInScenario(proxiedPage, seed);
      await orderInScenario(proxiedPage, seed, purchaseId);
      await cancelInScenario(proxiedPage, seed);
      expect(proxiedPage.errors).toEqual([]);
    },
  );
}

for (const seed of SEEDS_OF_RELOADS) {
  scenarioTest(
    `design §6 faults in Chromium: a page that is reloaded while its purchase is executed, seed ${seed}`,
    async ({ proxiedPage }) => {
      await reloadInScenario(proxiedPage, seed);
      expect(proxiedPage.errors).toEqual([]);
    },
  );
}
