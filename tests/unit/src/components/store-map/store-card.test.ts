import { expect, test } from 'vitest';
import { storeCards } from '#src/components/store-map/store-card.ts';
import { business, store } from './stores.ts';

test('rules §1 stores: one card for each store, one for a company that lists none', () => {
  const cards = storeCards([
    business({ businessId: 1, companyName: 'Uno', stores: [store({ storeId: 7 }), store({ storeId: 8 })] }),
    business({ businessId: 'b', companyName: 'Due', coordinates: [39.2, 9.1] }),
    business({ businessId: 3, companyName: 'Tre', stores: [] }),
  ]);
  expect(cards.map(({ key, companyName, position }) => [key, companyName, position])).toEqual([
    ['b', 'Due', { lat: 39.2, lng: 9.1 }],
    ['3', 'Tre', null],
    ['1/7', 'Uno', null],
    ['1/8', 'Uno', null],
  ]);
});

test('§2 store locator: a card has the names, the address in one line, and the contacts of its company', () => {
  const [card] = storeCards([
    business({
      businessId: 1,
      companyName: 'Farmacia Rossi S.r.l.',
      phone: ' 070 1234 ',
      email: '',
      address: 'Via Sede 1, Nuoro',
      stores: [
        store({ storeId: 2, name: 'Rossi Centro', address: 'Via Roma', streetNumber: '12/A', city: 'Cagliari' }),
      ],
    }),
  ]);
  expect(card).toMatchObject({
    companyName: 'Farmacia Rossi S.r.l.',
    storeName: 'Rossi Centro',
    address: 'Via Roma 12/A, Cagliari',
    city: 'Cagliari',
    phone: '070 1234',
    email: undefined,
  });
});

test('§3 a store without an address has the one of its company; without any name it is a dash', () => {
  const cards = storeCards([
    business({ businessId: 1, address: 'Via Sede 1, Nuoro', stores: [store({ storeId: 2 })] }),
    business({ businessId: 2, stores: [store({ storeId: 3, name: 'Solo nome' })] }),
  ]);
  expect(cards.map(({ companyName, storeName, address }) => [companyName, storeName, address])).toEqual([
    ['-', undefined, 'Via Sede 1, Nuoro'],
    ['Solo nome', undefined, undefined],
  ]);
});

test.each([[[0, 0]], [[95, 9]], [[39, -200]]] as const)('rules §1 coordinates %j are no place', (coordinates) => {
  const [card] = storeCards([business({ businessId: 1, coordinates: [coordinates[0], coordinates[1]] })]);
  expect(card?.position).toBeNull();
});

test('§2 store locator: what is listed twice is shown once, and the names are in order', () => {
  const cards = storeCards([
    business({ businessId: 2, companyName: 'zeta' }),
    business({ businessId: 1, companyName: 'Èrcole' }),
    business({ businessId: 2, companyName: 'zeta' }),
    business({ businessId: 3, companyName: 'Farmacia 10' }),
    business({ businessId: 4, companyName: 'Farmacia 9' }),
  ]);
  expect(cards.map(({ companyName }) => companyName)).toEqual(['Èrcole', 'Farmacia 9', 'Farmacia 10', 'zeta']);
});
