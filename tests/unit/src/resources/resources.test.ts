import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { declaredCalls } from '#src/providers/data/declared-calls.ts';
import { refineResources } from '#src/providers/data/refine-resources.ts';
import { resources } from '#src/resources/index.ts';

test('design §2 the eight resources are declared', () => {
  expect(resources.map(({ name }) => name).toSorted()).toEqual(
    ['amc-orders', 'asl', 'businesses', 'carts', 'patients', 'products', 'purchases', 'stores'].toSorted(),
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
  expect(entries.map(({ list, meta }) => [list, meta?.parent, meta?.onlyFor] as unknown[])).toEqual([
    ['/ricerca-assistiti', undefined, undefined],
    ['/prospetto-fatturazione', undefined, 'BUSINESS'],
    ['/storico-acquisti', 'patients', undefined],
    ['/ordini-amc', undefined, undefined],
    ['/riepilogo-ordini-amc', undefined, undefined],
  ]);
});
