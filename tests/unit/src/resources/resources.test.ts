// @vitest-environment jsdom

import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { declaredCalls } from '#src/providers/data/declared-calls.ts';
import { menuScreens, refineResources } from '#src/providers/data/refine-resources.ts';
import { resources } from '#src/resources/index.ts';

test('design §2 the resources of §7 are declared, with the billing summary, the purchases to order and the end of a day', () => {
  expect(resources.map(({ name }) => name).toSorted()).toEqual(
    [
      'amc-orders',
      'asl',
      'billing-summary',
      'businesses',
      'carts',
      'end-of-day',
      'manufacturers',
      'orderable-purchases',
      'patients',
      'product-categories',
      'products',
      'purchases',
      'stores',
    ].toSorted(),
  );
});

test.each(api.filter(({ name }) => !/^(auth|features)\./.test(name)).map((call) => [call.name, call] as const))(
  'design §2 a resource declares the call %s of the contract',
  async (name, call) => {
    await expect(declaredCalls(resources).named(name)).resolves.toBe(call);
  },
);

test('§6 the screens of the navigation, in its order, and whose entry is whose alone', () => {
  const entries = refineResources(resources).filter(({ meta }) => meta?.hide === false);
  const screens = entries.flatMap((entry) =>
    menuScreens(entry).map(({ path }) => [path, entry.meta?.parent, entry.meta?.onlyFor] as unknown[]),
  );
  expect(screens).toEqual([
    ['/ricerca-assistiti', undefined, undefined],
    ['/prospetto-fatturazione', undefined, 'BUSINESS'],
    ['/storico-acquisti', 'patients', undefined],
    ['/chiusura-giornata', undefined, undefined],
    ['/ordini-amc', undefined, undefined],
    ['/riepilogo-ordini-amc', undefined, undefined],
  ]);
});

test('design §2 every resource is Refine’s by its name, with its screens as Refine knows them', () => {
  const registered = refineResources(resources);
  expect(registered.map(({ name }) => name)).toEqual(resources.map(({ name }) => name));
  expect(registered.find(({ name }) => name === 'amc-orders')).toMatchObject({
    list: '/riepilogo-ordini-amc',
    create: '/ordini-amc',
  });
  expect(registered.every((resource) => resource.identifier === undefined)).toBe(true);
});
