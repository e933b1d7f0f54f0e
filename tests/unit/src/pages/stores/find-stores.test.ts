import { expect, test } from 'vitest';
import { webUrl } from '#contract/rules/web-url.ts';
import { storeCards } from '#src/components/store-map/store-card.ts';
import { directionsTo } from '#src/pages/stores/store-entry.tsx';
import { byDistance, distanceBetween, formatDistance, searchCards } from '#src/pages/stores/find-stores.ts';
import { mailLink, telephoneLink } from '#src/pages/stores/store-panel.tsx';
import { business, cardsAt, store } from '../../components/store-map/stores.ts';

const CAGLIARI = { lat: 39.2238, lng: 9.1217 };
const SASSARI = { lat: 40.7259, lng: 8.5557 };

const shops = storeCards([
  business({
    businessId: 1,
    companyName: 'Caffè Tortolì',
    stores: [store({ storeId: 1, city: "Quartu Sant'Elena", coordinates: [39.24, 9.18] })],
  }),
  business({ businessId: 2, companyName: 'Bottega', address: 'Via Roma 1, Tortolì' }),
]);

test.each([
  ['tortoli', ['1/1', '2']],
  ['CAFFE', ['1/1']],
  ['quartu sant’elena', ['1/1']],
  ['elena caffè', ['1/1']],
  ['bottega tort', ['2']],
  ['  ', ['1/1', '2']],
  ['ortoli', []],
  ['olbia', []],
])('§2 store locator search: %j finds by town or name, without accents and case', (text, found) => {
  expect(
    searchCards(shops, text)
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(found);
});

test('§2 store locator: distances as the crow flies, in km of Italian format', () => {
  expect(distanceBetween(CAGLIARI, SASSARI)).toBeCloseTo(173.8, 0);
  expect(distanceBetween(CAGLIARI, CAGLIARI)).toBe(0);
  expect(formatDistance(1234.56)).toBe('1234,6 km');
  expect(formatDistance(3.349)).toBe('3,3 km');
});

test('§2 store locator: the nearest stores first, those of unknown place last', () => {
  const near = byDistance([...shops, ...cardsAt([['Sassari', SASSARI.lat, SASSARI.lng]])], SASSARI);
  expect(near.map(({ card }) => card.key)).toEqual(['1/0', '1/1', '2']);
  expect(near[0]?.distance).toBe(0);
  expect(near[2]?.distance).toBeNull();
  expect(byDistance(shops, null).map(({ card }) => card.key)).toEqual(shops.map(({ key }) => key));
});

test("§2 'INDICAZIONI': by coordinates, else by name and address, else none", () => {
  const [placed, addressed] = ['1/1', '2'].map((key) => shops.find((card) => card.key === key));
  const [unknown] = storeCards([business({ businessId: 9, companyName: 'Ignota' })]);
  expect(placed && directionsTo(placed)).toBe('https://www.google.com/maps/dir/?api=1&destination=39.24%2C9.18');
  expect(new URL((addressed && directionsTo(addressed)) ?? '').searchParams.get('destination')).toBe(
    'Bottega, Via Roma 1, Tortolì',
  );
  expect(unknown && directionsTo(unknown)).toBeNull();
});

test('§2 info panel: telephone, mailbox and web site are links only where they are such', () => {
  expect(telephoneLink('+39 070/12.34-5')).toBe('tel:+3907012345');
  expect(telephoneLink('chiedere in sede')).toBeNull();
  expect(mailLink('info@bottega.example')).toBe('mailto:info@bottega.example');
  expect(mailLink('info@bottega.example?bcc=a@b.example')).toBeNull();
  expect(webUrl('www.bottega.example/orari')).toBe('https://www.bottega.example/orari');
  expect(webUrl('http://bottega.example')).toBe('http://bottega.example/');
  expect(webUrl('javascript:alert(1)')).toBeNull();
  expect(webUrl('nessuno')).toBeNull();
  expect(webUrl('bottega.example/@orari?a=b@c#d@e')).toBe('https://bottega.example/@orari?a=b@c#d@e');
});
